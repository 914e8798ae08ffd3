import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { fail } from '../platform/http/fail.ts';
import type { Integration } from './actor.ts';

/*
 * How often hotels' own systems call. The database keeps the allowance of a minute for all processes; each of them takes some of it at
 * a time and counts down by itself, so that a call costs no statement. Answers are counted here too, and written every few
 * seconds. See docs/decisions/0051-calls-by-the-block.md.
 */

const MINUTE_MS = 60_000;
/** Each process takes this part of a minute's allowance at a time: with several, so much may be left unused in each. */
const BLOCKS = 20;
const WRITTEN_EVERY_MS = 5_000;

/** The rest of the minute's allowance, and the seconds until the next minute begins. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
}

export interface Meter {
  /** Takes one call. Throws a 429 where the minute has none left. */
  take(system: Integration, now: Date): Promise<Allowance>;
  count(system: Integration, isFailure: boolean, now: Date): void;
  /** Writes the counts that are not written yet. */
  write(): Promise<void>;
  stop(): Promise<void>;
}

interface Share {
  readonly minute: number;
  left: number;
  rest: number;
  asking: Promise<void> | undefined;
  /** The minute has none left, for any process. */
  isSpent: boolean;
}
interface Counted {
  readonly id: number;
  readonly minute: Date;
  calls: number;
  failures: number;
  last: Date;
}

export function createMeter(db: Db): Meter {
  const shares = new Map<number, Share>();
  let counted = new Map<string, Counted>();
  let writing: Promise<void> = Promise.resolve();

  async function ask({ id, callsPerMinute }: Integration, share: Share): Promise<void> {
    const wanted = Math.max(1, Math.floor(callsPerMinute / BLOCKS));
    const { rows } = await sql<{ granted: number; rest: number }>`
      select * from take_calls(${id}, ${new Date(share.minute)}, ${wanted}, ${callsPerMinute})`.execute(db.kysely);
    const granted = rows[0]?.granted ?? 0;
    share.left += granted;
    share.isSpent = granted === 0;
    share.rest = rows[0]?.rest ?? 0;
  }

  async function take(system: Integration, now: Date): Promise<Allowance> {
    const minute = now.getTime() - (now.getTime() % MINUTE_MS);
    let share = shares.get(system.id);
    if (share?.minute !== minute)
      shares.set(system.id, (share = { minute, left: 0, rest: 0, asking: undefined, isSpent: false }));
    const reset = Math.ceil((minute + MINUTE_MS - now.getTime()) / 1000);
    // When many find nothing left, one asks, and the others wait for it.
    while (share.left === 0) {
      const mine = share;
      if (mine.isSpent) throw spent({ limit: system.callsPerMinute, remaining: 0, reset });
      mine.asking ??= ask(system, mine).finally(() => (mine.asking = undefined));
      await mine.asking;
    }
    share.left -= 1;
    return { limit: system.callsPerMinute, remaining: share.left + share.rest, reset };
  }

  function count({ id }: Integration, isFailure: boolean, now: Date): void {
    const minute = now.getTime() - (now.getTime() % MINUTE_MS);
    const key = `${id} ${minute}`;
    const entry = counted.get(key) ?? { id, minute: new Date(minute), calls: 0, failures: 0, last: now };
    counted.set(key, entry);
    entry.calls += 1;
    entry.failures += isFailure ? 1 : 0;
    entry.last = now;
  }

  async function writeNow(): Promise<void> {
    const all = [...counted.values()];
    if (all.length === 0) return;
    counted = new Map();
    await sql`
      insert into integration_minute (integration_id, minute, calls, failures, last_at)
      select * from unnest(${all.map(({ id }) => id)}::bigint[], ${all.map(({ minute }) => minute)}::timestamptz[], ${all.map(({ calls }) => calls)}::integer[],
        ${all.map(({ failures }) => failures)}::integer[], ${all.map(({ last }) => last)}::timestamptz[])
      order by 1, 2
      on conflict (integration_id, minute) do update set calls = integration_minute.calls + excluded.calls,
        failures = integration_minute.failures + excluded.failures, last_at = greatest(integration_minute.last_at, excluded.last_at)`.execute(
      db.kysely,
    );
  }
  const write = () => (writing = writing.then(writeNow));
  // A database that is away for a moment costs some seconds of these counts, and nobody's call.
  const timer = setInterval(() => void write().catch(() => (writing = Promise.resolve())), WRITTEN_EVERY_MS);
  timer.unref();
  return {
    take,
    count,
    write,
    async stop() {
      clearInterval(timer);
      await write().catch(() => undefined);
    },
  };
}

const spent = (allowance: Allowance) =>
  fail('too_many_requests', { headers: { ...headersOf(allowance), 'retry-after': String(allowance.reset) } });

/** The headers' names are those of the IETF's draft for RateLimit header fields. */
export const headersOf = ({ limit, remaining, reset }: Allowance): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(reset),
});
