import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Db } from '@innkeeper/db';
import { LOG_ALL_STATEMENTS, type Statement, followLog } from './statement-log.ts';
import type { HttpLoad } from './http-load.ts';
import { type App, signIn } from './app.ts';
import { type Scale, readContext, withApp, withDatabase, withServer } from './scale.ts';
import type { SqlLoad } from './sql-load.ts';
import { type Measurements, pickBestRound } from './statistics.ts';
import { ROUND_SIZE } from './request-numbers.ts';
import type { RequestSpec, WorkloadContext, Workload } from './workload.ts';

const CONNECTIONS = 16;
const ROUNDS = 3;

/** The SQL statements that the server sends for one request. */
export interface Recording {
  readonly statements: readonly Statement[];
  /** The request's values, as they appear in the statements. */
  readonly values: readonly string[];
}

export interface WorkloadResult {
  readonly workload: Workload;
  readonly app: Measurements;
  /** Undefined if the workload has no floor. */
  readonly floor: Measurements | undefined;
  /** Requests sent one at a time, if the workload limits their time. */
  readonly unloaded: Measurements | undefined;
}

/** Request numbers never repeat, not even between runs. */
let nextNumber = Math.floor(Date.now() / 1000) * ROUND_SIZE;
export const reserveNumbers = (count: number): number => (nextNumber += count) - count;

/** Sends a request that must succeed, and returns the text of the response. */
export async function call(
  address: string,
  token: string,
  { method, path, body, headers }: RequestSpec,
): Promise<string> {
  const response = await fetch(address + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text;
}

/** Records the statements of one request per workload. Throws if a floor reads a whole table. */
export const recordStatements = (
  scale: Scale,
  selectedWorkloads: readonly Workload[],
): Promise<ReadonlyMap<string, Recording>> =>
  withServer(scale.dataDir, LOG_ALL_STATEMENTS, (url) =>
    withDatabase(url, async (db) => {
      const context = await readContext(db);
      const log = followLog(scale.dataDir);
      const recordings = new Map<string, Recording>();
      return withApp(url, async (app) => {
        for (const workload of selectedWorkloads) {
          const token = await signIn(app.address, workload.user);
          // The first request of a session also loads the user, so record the second one.
          await call(app.address, token, workload.call(context, reserveNumbers(1)));
          const n = reserveNumberOfLastId(context);
          log.statements();
          await call(app.address, token, workload.call(context, n));
          const statements = log.statements();
          if (workload.usesIndex) await assertNoSequentialScan(db, workload, statements);
          recordings.set(workload.name, { statements, values: workload.varyingValues?.(context, n) ?? [] });
        }
        return recordings;
      }).finally(() => log.close());
    }),
  );

/** A request number whose member has a high id, so that no other reference in its statements has the same value. */
function reserveNumberOfLastId({ ids }: WorkloadContext): number {
  const n = reserveNumbers(2 * ids.length);
  return n - (n % ids.length) + ids.length - 1;
}

async function assertNoSequentialScan(db: Db, workload: Workload, statements: readonly Statement[]): Promise<void> {
  for (const { sql, values } of statements.filter((statement) => /^\s*(select|with)/i.test(statement.sql))) {
    const plan = await db.read<{ 'QUERY PLAN': string }>(
      { sql: `explain ${sql}`, parameters: values },
      { replan: true },
    );
    const planText = plan.map((line) => line['QUERY PLAN']).join('\n');
    const [, table] =
      /Seq Scan on (member|member_name|member_card|visit|member_voucher|voucher_redeem)\b/.exec(planText) ?? [];
    if (table !== undefined) throw new Error(`${workload.name} reads the whole table ${table}:\n${planText}`);
  }
}

/**
 * Measures the server and its floor, if one was recorded, in several alternating rounds. Returns the least disturbed
 * round of each.
 */
export async function measure(
  url: string,
  app: App,
  context: WorkloadContext,
  workload: Workload,
  recording: Recording | undefined,
  seconds: number,
): Promise<WorkloadResult> {
  const appRounds: Measurements[] = [];
  const floorRounds: Measurements[] = [];
  const token = await signIn(app.address, workload.user);
  for (let round = 0; round < ROUNDS; round++) {
    appRounds.push(await loadHttp({ address: app.address, token, workload: workload.name, context, seconds }));
    if (workload.hasNoFloor || !recording) continue;
    floorRounds.push(
      await runLoad('sql-load.ts', {
        url,
        statements: recording.statements,
        workload: workload.name,
        context,
        recordedValues: recording.values,
        from: reserveNumbers(ROUND_SIZE),
        connections: CONNECTIONS,
        seconds,
      }),
    );
  }
  const [metrics, floor] = [pickBestRound(appRounds), floorRounds.length > 0 ? pickBestRound(floorRounds) : undefined];
  if (metrics.failures + (floor?.failures ?? 0) > 0) {
    throw new Error(`${workload.name}: ${metrics.failures} requests and ${floor?.failures ?? 0} of the floor's failed`);
  }
  const unloaded =
    workload.limitMs === undefined
      ? undefined
      : await loadHttp({ address: app.address, token, workload: workload.name, context, seconds, connections: 1 });
  return { workload, app: metrics, floor, unloaded };
}

/** Measures a server that responds without any work, with the same kind of requests. */
export async function loadBareHttp(seconds: number): Promise<Measurements> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-http.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    const [address] = await once(child.stdout, 'data');
    return await loadHttp({
      address: String(address).trim(),
      token: '',
      workload: undefined,
      context: undefined,
      seconds,
    });
  } finally {
    child.kill();
    await exited;
  }
}

export const loadHttp = (load: Omit<HttpLoad, 'from' | 'connections'> & Partial<HttpLoad>): Promise<Measurements> =>
  runLoad('http-load.ts', { connections: CONNECTIONS, ...load, from: reserveNumbers(ROUND_SIZE) });

async function runLoad(file: string, load: HttpLoad | SqlLoad): Promise<Measurements> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  child.stdin.end(JSON.stringify(load));
  const output = await text(child.stdout);
  const [status] = await exited;
  if (status !== 0) throw new Error(`${file} ended with ${String(status)}`);
  return JSON.parse(output);
}
