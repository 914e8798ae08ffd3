import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type ReplicatedServer, type Replication, startReplication } from '@innkeeper/db/testing';
import { type App, signIn, startApp } from './app.ts';
import { cpuSeconds, databaseCpuSeconds } from './cpu-time.ts';
import { reserveNumbers } from './measure.ts';
import { readContext, withDatabase } from './scale.ts';
import type { Workload, WorkloadContext } from './workload.ts';
import { workloads } from './workloads.ts';

/*
 * `npm run drill:replica`: measures the CPU that readers cost the program, the primary and a standby, first without and
 * then with `DATABASE_REPLICA_URL`, while visits are posted. Exits with status 1 if a request fails.
 *
 *   demonstration on the primary → reads and writes → the same with the standby
 */
const MEMBERS = 5_000;
const READS = 4_000;
const WARM_UP_READS = 800;
const READERS = 16;
const WRITES_PER_SECOND = 10;

/** What readers ask in turn: pages of lists, a search and the dashboard. */
const READ_WORKLOADS = findWorkloads(
  'list',
  'property-list',
  'find-common',
  'visit-list',
  'contains-common',
  'dashboard',
);
const [WRITE] = findWorkloads('visit-create');

/** Seconds of CPU. */
interface Cpu {
  readonly program: number;
  readonly primary: number;
  readonly standby: number;
}

async function main(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-drill-'));
  const replication = await startReplication({
    folder: tmpdir(),
    standbys: 1,
    settings: { hot_standby_feedback: 'on' },
  });
  const environment = {
    DATABASE_URL: replication.primary.url,
    DATA_DIR: folder,
    DEMO: '1',
    DEMO_MEMBERS: String(MEMBERS),
    LOG_LEVEL: 'fatal',
  };
  try {
    const alone = await measure(replication, environment);
    await waitForStandby(replication);
    const shared = await measure(replication, {
      ...environment,
      DATABASE_REPLICA_URL: replication.standbys[0]?.url ?? '',
    });
    console.log('CPU-ms a read          program  primary  standby');
    console.log(`Primary alone          ${describeCpu(alone.cpu)}`);
    console.log(`With a standby         ${describeCpu(shared.cpu)}`);
    console.log(
      `Readers a primary has processors for: ${(alone.cpu.primary / shared.cpu.primary).toFixed(1)} times as many`,
    );
    console.log(`Failed                 ${alone.failures + shared.failures}`);
    return alone.failures + shared.failures === 0;
  } finally {
    await replication.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The CPU of the reads, with that of the writes meanwhile. */
async function measure(
  { primary, standbys }: Replication,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly cpu: Cpu; readonly failures: number }> {
  const app = await startApp(environment);
  try {
    const token = await signIn(app.address, 'admin');
    const context = await withDatabase(primary.url, readContext);
    const client = createClient(app, token, context);
    await client.read(WARM_UP_READS);
    const before = await readCpu(app, [primary, ...standbys]);
    const stopWriting = client.startWriting();
    await client.read(READS);
    await stopWriting();
    const after = await readCpu(app, [primary, ...standbys]);
    return {
      cpu: {
        program: after.program - before.program,
        primary: after.primary - before.primary,
        standby: after.standby - before.standby,
      },
      failures: client.failures(),
    };
  } finally {
    await app.stop();
  }
}

/** Readers and a writer, who send back the newest position of a response, as the console does. */
function createClient({ address }: App, token: string, context: WorkloadContext) {
  let failures = 0;
  const send = async ({ call }: Workload, n: number, position: string | undefined): Promise<string | undefined> => {
    const { method, path, body } = call(context, n);
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(position !== undefined && { 'x-write-position': position }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok && failures++ === 0)
      console.error(`${path} was answered ${response.status}: ${text.slice(0, 200)}`);
    return response.headers.get('x-write-position') ?? position;
  };
  return {
    failures: () => failures,
    async read(count: number): Promise<void> {
      let left = count;
      const readInTurn = async () => {
        let position: string | undefined;
        while (left-- > 0) {
          const n = reserveNumbers(1);
          const workload = READ_WORKLOADS[n % READ_WORKLOADS.length];
          if (workload) position = await send(workload, n, position);
        }
      };
      await Promise.all(Array.from({ length: READERS }, readInTurn));
    },
    startWriting(): () => Promise<void> {
      const waiting = new Set<Promise<unknown>>();
      const timer = setInterval(() => {
        if (!WRITE) return;
        const response = send(WRITE, reserveNumbers(1), undefined);
        waiting.add(response);
        void response.finally(() => waiting.delete(response));
      }, 1000 / WRITES_PER_SECOND);
      return async () => {
        clearInterval(timer);
        await Promise.all(waiting);
      };
    },
  };
}

/** Waits until the standby has everything that the primary has. */
async function waitForStandby({ primary, standbys: [standby] }: Replication): Promise<void> {
  const [row] = await primary.run<{ position: string }>('select pg_current_wal_flush_lsn()::text as position');
  const hasAll = async () =>
    (await standby?.run<{ reached: boolean }>(`select pg_last_wal_replay_lsn() >= '${row?.position}' as reached`))?.[0]
      ?.reached;
  while (!(await hasAll())) await wait(100);
}

async function readCpu(app: App, [primary, standby]: readonly ReplicatedServer[]): Promise<Cpu> {
  return {
    program: cpuSeconds(app.pid),
    primary: primary ? databaseCpuSeconds(await findDataDir(primary)) : 0,
    standby: standby ? databaseCpuSeconds(await findDataDir(standby)) : 0,
  };
}

async function findDataDir(server: ReplicatedServer): Promise<string> {
  const [row] = await server.run<{ data_directory: string }>('show data_directory');
  return dirname(row?.data_directory ?? '');
}

function findWorkloads(...names: readonly string[]): readonly Workload[] {
  return names.map((name) => {
    const workload = workloads.find((candidate) => candidate.name === name);
    if (!workload) throw new Error(`There is no workload ${name}`);
    return workload;
  });
}

const describeCpu = ({ program, primary, standby }: Cpu): string =>
  [program, primary, standby].map((seconds) => ((seconds * 1000) / READS).toFixed(2).padStart(7)).join('  ');

process.exitCode = (await main()) ? 0 : 1;
