import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '@innkeeper/db';
import { type ReplicatedServer, type Replication, startReplication } from '@innkeeper/db/testing';
import { signInAs, startApp } from './app.ts';

/*
 * `npm run drill:failover`: kills the primary under load, with synchronous commit on one of two standbys, and promotes
 * the one that has received most. Exits with status 1 if an acknowledged write is lost, a response is a 500, or the
 * first write after the promotion takes too long.
 *
 *   load → kill -9 → DETECTION_MS → promotion → load
 */
const WRITES_PER_SECOND = 200;
/** Milliseconds of load before the primary is killed, and after the promotion. */
const LOAD_BEFORE_MS = 5_000;
const LOAD_AFTER_MS = 15_000;
/** Milliseconds in which a cluster manager would notice that the primary is gone. */
const DETECTION_MS = 5_000;
const SIGN_IN_INTERVAL_MS = 1_000;
const READINESS_INTERVAL_MS = 250;
/** Requests that may wait for a response at the same time. Above that, writes are not sent. */
const MAX_WAITING = 200;
const MAX_RECOVERY_MS = 10_000;
const ADMINISTRATOR = { username: 'administrator', password: 'seven brown otters' };
const NO_RESPONSE = 0;

interface Outcome {
  readonly at: number;
  readonly status: number;
}

/** What happened to requests of one kind: moment and status of each response. */
interface Outcomes {
  readonly writes: Outcome[];
  readonly signIns: Outcome[];
  readonly readiness: Outcome[];
  readonly acknowledgedCodes: Set<string>;
  /** Writes omitted because too many requests waited. */
  unsentWrites: number;
}

async function main(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-drill-'));
  const replication = await startReplication({ folder: tmpdir(), standbys: 2 });
  const app = await startApp({
    DATABASE_URL: `${replication.url}?target_session_attrs=read-write`,
    DATA_DIR: folder,
    DEMO: '0',
    ADMIN_EMAIL: 'administrator@innkeeper.test',
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    LOG_LEVEL: 'fatal',
  });
  try {
    await requireSynchronousCommit(replication);
    return await drill(app.address, replication);
  } finally {
    await app.stop();
    await replication.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function drill(address: string, { primary, standbys }: Replication): Promise<boolean> {
  const outcomes: Outcomes = { writes: [], signIns: [], readiness: [], acknowledgedCodes: new Set(), unsentWrites: 0 };
  const stopLoad = startLoad(address, await signInAs(address, ADMINISTRATOR), outcomes);
  await wait(LOAD_BEFORE_MS);
  const killedAt = Date.now();
  await primary.kill();
  await wait(DETECTION_MS);
  const newPrimary = await promoteMostAdvanced(standbys);
  const promotedAt = Date.now();
  await wait(LOAD_AFTER_MS);
  await stopLoad();
  const lostCount = await countLost(newPrimary, outcomes.acknowledgedCodes);
  const firstWriteAt = outcomes.writes.find(({ at, status }) => status === 201 && at >= promotedAt)?.at ?? Infinity;
  const recoveryMs = firstWriteAt - promotedAt;
  const failedResponses = [...outcomes.writes, ...outcomes.signIns].filter(({ status }) => status === 500);
  const beforeKill = outcomes.writes.filter(({ at }) => at < killedAt);
  console.log(`Load before the kill     ${Math.round((beforeKill.length * 1000) / LOAD_BEFORE_MS)} writes a second`);
  console.log(`Writes acknowledged      ${outcomes.acknowledgedCodes.size}, lost ${lostCount}`);
  console.log(`Writes by status         ${describeStatuses(outcomes.writes)}, not sent: ${outcomes.unsentWrites}`);
  console.log(`Sign-ins by status       ${describeStatuses(outcomes.signIns)}`);
  console.log(`/readyz by status        ${describeStatuses(outcomes.readiness)}`);
  console.log(`Kill to promotion        ${formatSeconds(promotedAt - killedAt)}`);
  console.log(`Promotion to first write ${formatSeconds(recoveryMs)}`);
  return lostCount === 0 && failedResponses.length === 0 && recoveryMs <= MAX_RECOVERY_MS;
}

/** Waits until both standbys stream, and makes commits wait for one of them, also after the promotion. */
async function requireSynchronousCommit({ primary, standbys }: Replication): Promise<void> {
  const names = [primary, ...standbys].map(({ name }) => name).join(', ');
  for (const server of [primary, ...standbys]) {
    await server.run(`alter system set synchronous_standby_names = 'ANY 1 (${names})'`);
    await server.run('select pg_reload_conf()');
  }
  const countSynchronous = async () =>
    (await primary.run(`select from pg_stat_replication where sync_state = 'quorum' and state = 'streaming'`)).length;
  while ((await countSynchronous()) < standbys.length) await wait(100);
}

/** Promotes the standby that has every confirmed write, and makes the others follow it. */
async function promoteMostAdvanced(standbys: readonly ReplicatedServer[]): Promise<ReplicatedServer> {
  const candidates = [];
  for (const server of standbys) {
    const [row] = await server.run<{ bytes: string }>(
      `select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::text as bytes`,
    );
    candidates.push({ server, received: BigInt(row?.bytes ?? 0) });
  }
  const best = candidates.reduce((left, right) => (right.received > left.received ? right : left));
  await best.server.promote();
  for (const { server } of candidates) if (server !== best.server) await server.follow(best.server);
  return best.server;
}

/** Sends writes, sign-ins and questions for readiness. Returns the function that ends it and waits for the responses. */
function startLoad(address: string, token: string, outcomes: Outcomes): () => Promise<void> {
  const waiting = new Set<Promise<unknown>>();
  const send = (list: Outcome[], path: string, body?: unknown, onSuccess = () => {}) => {
    const response = fetch(`${address}${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        'content-type': 'application/json',
        ...(path.startsWith('/api/') && { authorization: `Bearer ${token}` }),
      },
    })
      .then(async (reply) => {
        await reply.arrayBuffer();
        if (reply.ok) onSuccess();
        return reply.status;
      })
      .catch(() => NO_RESPONSE)
      .then((status) => list.push({ at: Date.now(), status }));
    waiting.add(response);
    void response.finally(() => waiting.delete(response));
  };
  const startedAt = Date.now();
  let written = 0;
  const sendWrites = () => {
    const due = ((Date.now() - startedAt) * WRITES_PER_SECOND) / 1000;
    for (; written < due; written += 1) {
      if (waiting.size >= MAX_WAITING) {
        outcomes.unsentWrites += 1;
        continue;
      }
      const code = `drill-${written}`;
      send(outcomes.writes, '/api/type_input', { name: code, code }, () => outcomes.acknowledgedCodes.add(code));
    }
  };
  const credentials = { grant_type: 'password', client_id: '1', ...ADMINISTRATOR };
  const timers = [
    setInterval(sendWrites, 1000 / WRITES_PER_SECOND),
    setInterval(() => send(outcomes.signIns, '/oauth/token', credentials), SIGN_IN_INTERVAL_MS),
    setInterval(() => send(outcomes.readiness, '/readyz'), READINESS_INTERVAL_MS),
  ];
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(waiting);
  };
}

/** Number of acknowledged writes that the new primary does not have. */
async function countLost({ url }: ReplicatedServer, acknowledgedCodes: ReadonlySet<string>): Promise<number> {
  const db = openDatabase({ url, connections: 1 });
  try {
    const rows = await db.kysely.selectFrom('type_input').select('code').where('code', 'like', 'drill-%').execute();
    const storedCodes = new Set(rows.map(({ code }) => code));
    return [...acknowledgedCodes].filter((code) => !storedCodes.has(code)).length;
  } finally {
    await db.close();
  }
}

function describeStatuses(outcomes: readonly Outcome[]): string {
  const counts = new Map<number, number>();
  for (const { status } of outcomes) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .toSorted(([left], [right]) => left - right)
    .map(([status, count]) => `${status === NO_RESPONSE ? 'none' : status}: ${count}`)
    .join(', ');
}

const formatSeconds = (milliseconds: number): string =>
  Number.isFinite(milliseconds) ? `${(milliseconds / 1000).toFixed(1)} s` : 'never';

process.exitCode = (await main()) ? 0 : 1;
