import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Db } from '@innkeeper/db';
import { checkIntegrity } from '@innkeeper/db/testing';
import { type App, signIn, startApp } from './app.ts';
import { CopyError, copyNextVersion, extractRelease } from './version-copies.ts';
import { type ReadinessProxy, startReadinessProxy } from './readiness-proxy.ts';
import { ROUNDS, ROUND_SIZE } from './request-numbers.ts';
import { readContext, withDatabase, withServer } from './scale.ts';
import type { Workload, WorkloadContext } from './workload.ts';
import { workloads } from './workloads.ts';

/*
 * `npm run drill:upgrade`: replaces two processes behind a proxy one after the other by a later version under load.
 * Exits with status 1 if a request fails, an acknowledged write is lost, a job fails, or the reconciliation finds a
 * difference.
 *
 *   two processes of the former version → load → stop one, start a new one, which migrates → the same with the other
 *
 * By default from this version to the next one, which is this one with a migration that adds a column to every table of
 * records. `--from 0.1.0` goes from that release to this version, `--rate 40` sends so many requests a second.
 */
const DEFAULT_RATE = 20;
const MEMBERS = 200;
/** Milliseconds of load before, between and after the replacements. */
const LOAD_MS = 5_000;
/** Requests that may wait for a response at the same time. Above that, none is sent. */
const MAX_WAITING = 200;
/** Seconds in which a process that is told to stop is not ready, and still serves, so that the proxy notices. */
const DRAIN_SECONDS = 2;
const NO_RESPONSE = 0;

/** Reads and writes in turn. */
const WORKLOADS = [
  'visit-create',
  'list',
  'redeem',
  'update',
  'record',
  'create',
  'dashboard',
  'visit-update',
  'visit-list',
  'sale',
  'work-lists',
  'member_voucher-update',
  'voucher_redeem-update',
].map((name) => {
  const workload = workloads.find((candidate) => candidate.name === name);
  if (!workload) throw new Error(`There is no workload ${name}`);
  return workload;
});

interface Outcome {
  readonly workload: Workload;
  readonly status: number;
  readonly ms: number;
  readonly isWrite: boolean;
  /** Undefined without a response. */
  readonly requestId: string | undefined;
  /** The beginning of a response that is no success. */
  readonly problem: string | undefined;
}

interface Versions {
  /** Folders of the programs; undefined for this one. */
  readonly former: string | undefined;
  readonly later: string | undefined;
  /** Whether a former process is not ready for a while before it stops. */
  readonly isFormerDraining: boolean;
}

const { values: options } = parseArgs({ options: { from: { type: 'string' }, rate: { type: 'string' } } });
const rate = Number(options.rate ?? DEFAULT_RATE);

async function main(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-drill-'));
  await chmod(folder, 0o711); // the server's user must reach its own folder
  try {
    const versions = prepareVersions(folder);
    return await withServer(join(folder, 'database'), {}, (url) =>
      withDatabase(url, (db) => drill(versions, db, createEnvironment(url, folder))),
    );
  } catch (error) {
    if (!(error instanceof CopyError)) throw error;
    console.error(error.message);
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function prepareVersions(folder: string): Versions {
  const program = join(folder, 'program');
  if (options.from !== undefined) {
    extractRelease(options.from, program);
    return { former: program, later: undefined, isFormerDraining: false };
  }
  copyNextVersion(program);
  return { former: undefined, later: program, isFormerDraining: true };
}

const createEnvironment = (url: string, folder: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: url,
  DATA_DIR: join(folder, 'data'),
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  DEMO: '1',
  DEMO_MEMBERS: String(MEMBERS),
  DRAIN_SECONDS: String(DRAIN_SECONDS),
  LOG_LEVEL: 'error',
});

async function drill(versions: Versions, db: Db, environment: Readonly<Record<string, string>>): Promise<boolean> {
  const proxy = await startReadinessProxy();
  const apps: App[] = [];
  const start = async (folder: string | undefined): Promise<App> => {
    const app = await startApp(environment, folder);
    apps.push(app);
    proxy.add(app.address);
    return app;
  };
  try {
    const formerApps = [await start(versions.former), await start(versions.former)];
    await wait(1_000);
    const outcomes: Outcome[] = [];
    const load = startLoad(proxy.address, await signIn(proxy.address, 'admin'), await readContext(db), outcomes);
    await wait(LOAD_MS);
    const startedAt = Date.now();
    for (const former of formerApps) {
      await stop(former, proxy, versions.isFormerDraining);
      apps.splice(apps.indexOf(former), 1);
      await start(versions.later);
      await wait(LOAD_MS);
    }
    const upgradeMs = Date.now() - startedAt;
    await wait(LOAD_MS);
    const unsentCount = await load.stop();
    console.log(
      `Both replaced in         ${formatSeconds(upgradeMs)}, ${LOAD_MS / 1000} s of load after each included`,
    );
    return await report(db, outcomes, unsentCount, apps);
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
    await proxy.stop();
  }
}

async function stop(app: App, proxy: ReadinessProxy, isDraining: boolean): Promise<void> {
  if (!isDraining) await proxy.remove(app.address);
  await app.stop();
  if (isDraining) await proxy.remove(app.address);
}

/** Prints what happened, and returns whether nothing failed. */
async function report(db: Db, outcomes: readonly Outcome[], unsentCount: number, apps: readonly App[]) {
  const failures = outcomes.filter(({ problem }) => problem !== undefined);
  const writes = outcomes.filter(({ isWrite, problem }) => isWrite && problem === undefined);
  const lostCount = await countLost(db, writes);
  const failedJobs = await db.read<{ task: string; error: string }>({
    sql: `select task_identifier as task, last_error as error from graphile_worker.jobs where last_error is not null`,
    parameters: [],
  });
  const failingMaintenance = await Promise.all(apps.map(({ address }) => readFailingJobs(address)));
  const differences = await checkIntegrity(db);
  console.log(
    `Requests answered        ${outcomes.length}, of which writes ${writes.length}; not sent: ${unsentCount}`,
  );
  console.log(`Failed                   ${failures.length}${describeFailures(failures)}`);
  console.log(`Acknowledged writes lost ${lostCount}`);
  console.log(`Longest response         ${formatSeconds(Math.max(...outcomes.map(({ ms }) => ms)))}`);
  console.log(`Failed jobs              ${failedJobs.length}`);
  console.log(`Differences              ${differences.length}`);
  for (const problem of [...failedJobs, ...failingMaintenance.flat(), ...differences])
    console.log(`  ${JSON.stringify(problem)}`);
  return (
    [failures, failedJobs, failingMaintenance.flat(), differences].every(({ length }) => length === 0) &&
    lostCount === 0
  );
}

async function readFailingJobs(address: string): Promise<unknown[]> {
  const response = await fetch(`${address}/readyz`);
  const { failing = [] } = (await response.json()) as { failing?: unknown[] }; // as health.ts answers
  return failing;
}

/** Sends the workloads in turn. Returns the function that ends it, waits for the responses, and counts omitted ones. */
function startLoad(address: string, token: string, context: WorkloadContext, outcomes: Outcome[]) {
  const waiting = new Set<Promise<unknown>>();
  const sendRequest = async (workload: Workload, n: number): Promise<void> => {
    const startedAt = performance.now();
    const { method, path, body, headers } = workload.call(context, n);
    const finish = (status: number, requestId?: string, problem?: string) =>
      outcomes.push({
        workload,
        status,
        ms: performance.now() - startedAt,
        isWrite: method !== 'GET',
        requestId,
        problem,
      });
    try {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      finish(
        response.status,
        response.headers.get('x-request-id') ?? undefined,
        response.ok ? undefined : text.slice(0, 200),
      );
    } catch (error) {
      finish(NO_RESPONSE, undefined, String(error));
    }
  };
  const startedAt = Date.now();
  let sent = 0;
  let unsentCount = 0;
  const timer = setInterval(() => {
    const due = ((Date.now() - startedAt) * rate) / 1000;
    for (; sent < due; sent += 1) {
      const workload = WORKLOADS[sent % WORKLOADS.length];
      if (!workload || waiting.size >= MAX_WAITING) {
        unsentCount += 1;
        continue;
      }
      const request = sendRequest(workload, numberOf(workload, Math.floor(sent / WORKLOADS.length)));
      waiting.add(request);
      void request.finally(() => waiting.delete(request));
    }
  }, 1000 / rate);
  return {
    async stop(): Promise<number> {
      clearInterval(timer);
      await Promise.all(waiting);
      return unsentCount;
    },
  };
}

/**
 * The number of the n-th request of a workload. It spreads over all rounds, so that every voucher can be redeemed; sales
 * and new members have different numbers, of which their email addresses are made.
 */
const numberOf = ({ name }: Workload, n: number): number =>
  (n % ROUNDS) * ROUND_SIZE + Math.floor(n / ROUNDS) + (name === 'sale' ? ROUND_SIZE / 2 : 0);

/** Number of acknowledged writes that the audit log does not have. */
async function countLost(db: Db, writes: readonly Outcome[]): Promise<number> {
  const requestIds = writes.map(({ requestId }) => requestId ?? '');
  const rows = await db.read<{ request_id: string }>({
    sql: 'select distinct request_id from audit_log where request_id = any($1)',
    parameters: [requestIds],
  });
  const loggedIds = new Set(rows.map(({ request_id }) => request_id));
  return requestIds.filter((id) => !loggedIds.has(id)).length;
}

/** The number of failures of each kind, with one of their responses. */
function describeFailures(failures: readonly Outcome[]): string {
  const kinds = Map.groupBy(failures, ({ workload, status }) => `${workload.name} ${status || 'no response'}`);
  return [...kinds].map(([kind, list]) => `\n  ${kind}: ${list.length}, such as ${list[0]?.problem}`).join('');
}

const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

process.exitCode = (await main()) ? 0 : 1;
