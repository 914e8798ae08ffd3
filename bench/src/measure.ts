import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Db } from '@innkeeper/db';
import { LOGGING, type Statement, listen } from './capture.ts';
import type { HttpLoad } from './http-load.ts';
import { type Program, signIn, startProgram } from './program.ts';
import { type Scale, readScene, withDatabase, withServer } from './scale.ts';
import type { SqlLoad } from './sql-load.ts';
import { type Figures, best } from './statistics.ts';
import { ROUND } from './rounds.ts';
import type { Ask, Scene, Workload } from './workload.ts';

const CONNECTIONS = 16;
const ROUNDS = 3;

/** The program's statements in the database for one request. */
export interface Recording {
  readonly statements: readonly Statement[];
  /** Values that were the request's own, as they stand in the statements. */
  readonly values: readonly string[];
}

export interface Measured {
  readonly workload: Workload;
  readonly program: Figures;
  /** Undefined where the workload has none. */
  readonly floor: Figures | undefined;
  /** One request at a time, where the workload says how long it may take. */
  readonly alone: Figures | undefined;
}

/** No two requests of all runs have the same number. */
let next = Math.floor(Date.now() / 1000) * ROUND;
export const numbers = (count: number): number => (next += count) - count;

export async function ask(
  address: string,
  token: string,
  { method, path, body, headers }: Ask,
): Promise<{ status: number; text: string }> {
  const reply = await fetch(address + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = { status: reply.status, text: await reply.text() };
  if (!reply.ok) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer;
}

/** Records the statements of one request of each workload, and refuses a floor that reads a whole table. */
export function record(scale: Scale, chosen: readonly Workload[]): Promise<ReadonlyMap<string, Recording>> {
  return withServer(scale.dataDir, LOGGING, async (url) => {
    const program = await startProgram({ DATABASE_URL: url, DEMO: '0' });
    const log = listen(scale.dataDir);
    try {
      return await withDatabase(url, async (db) => {
        const scene = await readScene(db);
        const recordings = new Map<string, Recording>();
        for (const workload of chosen) {
          const token = await signIn(program.address, workload.as);
          // The first request of a session reads the user; the second is measured.
          await ask(program.address, token, workload.ask(scene, numbers(1)));
          const n = lastIdNumber(scene);
          log.statements();
          await ask(program.address, token, workload.ask(scene, n));
          const statements = log.statements();
          if (workload.usesIndex) await refuseSequentialScan(db, workload, statements);
          recordings.set(workload.name, { statements, values: workload.varying?.(scene, n) ?? [] });
        }
        return recordings;
      });
    } finally {
      log.close();
      await program.stop();
    }
  });
}

/** A number whose member has a high id, which no reference in its statements shares. */
function lastIdNumber({ ids }: Scene): number {
  const n = numbers(2 * ids.length);
  return n - (n % ids.length) + ids.length - 1;
}

async function refuseSequentialScan(db: Db, workload: Workload, statements: readonly Statement[]): Promise<void> {
  for (const { sql, values } of statements.filter((s) => /^\s*(select|with)/i.test(s.sql))) {
    const plan = await db.read<{ 'QUERY PLAN': string }>(
      { sql: `explain ${sql}`, parameters: values },
      { replan: true },
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    const [, table] =
      /Seq Scan on (member|member_name|member_card|visit|member_voucher|voucher_redeem)\b/.exec(text) ?? [];
    if (table !== undefined) throw new Error(`${workload.name} reads the whole table ${table}:\n${text}`);
  }
}

/** Program and floor, if one was recorded, by turns, several rounds of each; the round that was disturbed least counts. */
export async function measure(
  url: string,
  program: Program,
  scene: Scene,
  workload: Workload,
  recording: Recording | undefined,
  seconds: number,
): Promise<Measured> {
  const ofProgram: Figures[] = [];
  const ofFloor: Figures[] = [];
  const token = await signIn(program.address, workload.as);
  for (let round = 0; round < ROUNDS; round++) {
    ofProgram.push(await loadHttp({ address: program.address, token, workload: workload.name, scene, seconds }));
    if (workload.hasNoFloor || !recording) continue;
    ofFloor.push(
      await runLoad('sql-load.ts', {
        url,
        statements: recording.statements,
        workload: workload.name,
        scene,
        recorded: recording.values,
        from: numbers(ROUND),
        connections: CONNECTIONS,
        seconds,
      }),
    );
  }
  const [figures, floor] = [best(ofProgram), ofFloor.length > 0 ? best(ofFloor) : undefined];
  if (figures.failures + (floor?.failures ?? 0) > 0) {
    throw new Error(`${workload.name}: ${figures.failures} requests and ${floor?.failures ?? 0} of the floor's failed`);
  }
  const alone =
    workload.within === undefined
      ? undefined
      : await loadHttp({ address: program.address, token, workload: workload.name, scene, seconds, connections: 1 });
  return { workload, program: figures, floor, alone };
}

/** A server that only answers, asked in the same way. */
export async function loadBareHttp(seconds: number): Promise<Figures> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-http.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const [address] = await once(child.stdout, 'data');
    return await loadHttp({
      address: String(address).trim(),
      token: '',
      workload: undefined,
      scene: undefined,
      seconds,
    });
  } finally {
    child.kill();
    await ended;
  }
}

export const loadHttp = (load: Omit<HttpLoad, 'from' | 'connections'> & Partial<HttpLoad>): Promise<Figures> =>
  runLoad('http-load.ts', { connections: CONNECTIONS, ...load, from: numbers(ROUND) });

async function runLoad(file: string, load: HttpLoad | SqlLoad): Promise<Figures> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  child.stdin.end(JSON.stringify(load));
  const printed = await text(child.stdout);
  const [status] = await ended;
  if (status !== 0) throw new Error(`${file} ended with ${String(status)}`);
  return JSON.parse(printed);
}
