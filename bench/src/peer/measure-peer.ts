import { signIn } from '../app.ts';
import { cpuSeconds, databaseCpuSeconds } from '../cpu-time.ts';
import { call, loadHttp } from '../measure.ts';
import { type Scale, readContext, withApp, withDatabase, withServer } from '../scale.ts';
import { type Measurements, pickBestRound } from '../statistics.ts';
import type { Workload, WorkloadContext } from '../workload.ts';
import { workloads } from '../workloads.ts';
import { copyTables } from './copy-tables.ts';
import { type Directus, bootstrapDirectus, installDirectus, registerTables, withDirectus } from './directus.ts';
import { assertSameRead, readResult, toPeerRequest } from './requests.ts';

/** The workloads that Directus can do, too, and whether the order of their rows has no ties. */
export const PEER_WORKLOADS: Readonly<Record<string, { readonly isOrderUnique: boolean }>> = {
  list: { isOrderUnique: true },
  'contains-rare': { isOrderUnique: false },
  'contains-common': { isOrderUnique: false },
  search: { isOrderUnique: true },
  record: { isOrderUnique: true },
  create: { isOrderUnique: false },
  update: { isOrderUnique: false },
  'visit-list': { isOrderUnique: false },
  'visit-rare': { isOrderUnique: false },
  'visit-record': { isOrderUnique: true },
  'visit-create': { isOrderUnique: false },
  'member_voucher-list': { isOrderUnique: false },
  'member_voucher-record': { isOrderUnique: true },
};

const ROUNDS = 3;
const PEER_DATABASE = 'directus';

/** A server that does the work. */
interface MeasuredServer extends Directus {
  readonly label: string;
  readonly isPeer: boolean;
}

/** The best round of a server, with the CPU of a request in milliseconds. */
export interface PeerMeasurements extends Measurements {
  readonly serverMs: number;
  readonly databaseMs: number;
}

export interface PeerRow {
  readonly work: string;
  /** Innkeeper, Directus, Directus with its cache. */
  readonly results: readonly PeerMeasurements[];
}

/**
 * Measures the same work of Innkeeper and of Directus, without its cache and with it, on one PostgreSQL server with the
 * same rows.
 */
export async function measurePeer(scale: Scale, seconds: number): Promise<PeerRow[]> {
  await installDirectus();
  return withServer(scale.dataDir, {}, (url) =>
    withDatabase(url, async (db) => {
      const context = await readContext(db);
      const peerUrl = await createPeerDatabase(url);
      await bootstrapDirectus(peerUrl);
      console.log('  Copying the tables …');
      await withDatabase(peerUrl, (peerDb) => copyTables(db, peerDb));
      await withDirectus(peerUrl, { isCached: false }, registerTables);
      return withApp(url, async ({ address, pid }) => {
        const innkeeper = { label: 'Innkeeper', address, pid, token: await signIn(address, 'admin'), isPeer: false };
        return withDirectus(peerUrl, { isCached: false }, (plain) =>
          withDirectus(peerUrl, { isCached: true }, (cached) =>
            measureServers(
              [
                innkeeper,
                { ...plain, label: 'Directus', isPeer: true },
                { ...cached, label: 'Directus with its cache', isPeer: true },
              ],
              { context, dataDir: scale.dataDir, seconds },
            ),
          ),
        );
      });
    }),
  );
}

/** Replaces the database of the last run, and returns its URL. It gets the settings of Innkeeper's own sessions. */
async function createPeerDatabase(url: string): Promise<string> {
  const superuserUrl = Object.assign(new URL(url), { username: 'postgres', pathname: 'postgres' }).href;
  await withDatabase(superuserUrl, async ({ pool }) => {
    await pool.query(`drop database if exists ${PEER_DATABASE}`);
    await pool.query(`create database ${PEER_DATABASE} owner innkeeper`);
    for (const setting of ['jit = off', 'random_page_cost = 1.1', "work_mem = '16MB'"])
      await pool.query(`alter database ${PEER_DATABASE} set ${setting}`);
  });
  return Object.assign(new URL(url), { pathname: PEER_DATABASE }).href;
}

interface PeerRun {
  readonly context: WorkloadContext;
  readonly dataDir: string;
  readonly seconds: number;
}

async function measureServers(servers: readonly MeasuredServer[], run: PeerRun): Promise<PeerRow[]> {
  const rows: PeerRow[] = [];
  for (const { workload, isOrderUnique } of peerWorkloads()) {
    console.log(`  ${workload.label} …`);
    await assertSameResults(servers, workload, run.context, isOrderUnique);
    const rounds = servers.map((): PeerMeasurements[] => []);
    for (let round = 0; round < ROUNDS; round++)
      for (const [i, server] of servers.entries()) {
        const others = servers.filter((other) => other !== server);
        rounds[i]?.push(await withPaused(others, () => measureRound(server, workload, run)));
      }
    const results = rounds.map(pickBestRound);
    for (const [i, { failures }] of results.entries())
      if (failures > 0) throw new Error(`${workload.name}: ${failures} requests to ${servers[i]?.label} failed`);
    rows.push({ work: workload.label, results });
  }
  return rows;
}

export const peerWorkloads = (): { workload: Workload; isOrderUnique: boolean }[] =>
  Object.entries(PEER_WORKLOADS).map(([name, { isOrderUnique }]) => {
    const workload = workloads.find((candidate) => candidate.name === name);
    if (!workload) throw new Error(`There is no workload ${name}`);
    return { workload, isOrderUnique };
  });

/** Throws unless every server returns the same rows for one of the reads. */
async function assertSameResults(
  servers: readonly MeasuredServer[],
  workload: Workload,
  context: WorkloadContext,
  isOrderUnique: boolean,
): Promise<void> {
  const request = workload.call(context, 0);
  if (request.method !== 'GET') return;
  const [first, ...others] = await Promise.all(
    servers.map(async ({ address, token, isPeer }) =>
      readResult(await call(address, token, isPeer ? toPeerRequest(request) : request)),
    ),
  );
  for (const other of others) if (first) assertSameRead(workload.name, first, other, isOrderUnique);
}

async function measureRound(
  { address, pid, token, isPeer }: MeasuredServer,
  workload: Workload,
  { context, dataDir, seconds }: PeerRun,
): Promise<PeerMeasurements> {
  const readCpu = () => [cpuSeconds(pid), databaseCpuSeconds(dataDir)] as const;
  const before = readCpu();
  const measurements = await loadHttp({ address, token, workload: workload.name, context, seconds, isPeer });
  const after = readCpu();
  const toMs = (i: 0 | 1) => (1000 * (after[i] - before[i])) / measurements.count;
  return { ...measurements, serverMs: toMs(0), databaseMs: toMs(1) };
}

/** Pauses servers meanwhile: their background work would count as CPU of the measured one. */
async function withPaused<T>(servers: readonly MeasuredServer[], work: () => Promise<T>): Promise<T> {
  for (const { pid } of servers) process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    for (const { pid } of servers) process.kill(pid, 'SIGCONT');
  }
}
