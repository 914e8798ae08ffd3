import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { fail } from '../platform/http/api-error.ts';
import type { Integration } from './actor.ts';

/*
 * Rate limit of the integrations. The database stores the allowance per minute for all processes. Each process reserves
 * a part of it and counts down in memory, so a call needs no statement. Responses are counted here too and written
 * every few seconds. See docs/decisions/0051-reserve-the-quota-of-an-integration-in-blocks.md.
 */

const MINUTE_MS = 60_000;
/**
 * Each process reserves 1/BLOCKS of a minute's allowance at a time; with several processes, each may leave that much
 * unused.
 */
const BLOCKS = 20;
const FLUSH_INTERVAL_MS = 5_000;

/** What remains of the minute's allowance, and the seconds until the next minute. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
}

export interface QuotaTracker {
  /** Consumes one call. Throws a 429 if the minute's allowance is used up. */
  take(system: Integration, now: Date): Promise<Quota>;
  count(system: Integration, isFailure: boolean, now: Date): void;
  /** Writes pending counts. */
  write(): Promise<void>;
  stop(): Promise<void>;
}

interface QuotaShare {
  readonly minute: number;
  left: number;
  rest: number;
  running: Promise<void> | undefined;
  /** The minute's allowance is used up for all processes. */
  isExhausted: boolean;
}
interface CallCount {
  readonly id: number;
  readonly minute: Date;
  calls: number;
  failures: number;
  last: Date;
}

export function createQuotaTracker(db: Db): QuotaTracker {
  const shares = new Map<number, QuotaShare>();
  let counted = new Map<string, CallCount>();
  let writing: Promise<void> = Promise.resolve();

  async function fillQuota({ id, callsPerMinute }: Integration, share: QuotaShare): Promise<void> {
    const blocks = Math.max(1, Math.floor(callsPerMinute / BLOCKS));
    const { rows } = await sql<{ granted: number; rest: number }>`
      select * from take_quota(${id}, ${new Date(share.minute)}, ${blocks}, ${callsPerMinute})`.execute(db.kysely);
    const granted = rows[0]?.granted ?? 0;
    share.left += granted;
    share.isExhausted = granted === 0;
    share.rest = rows[0]?.rest ?? 0;
  }

  async function take(system: Integration, now: Date): Promise<Quota> {
    const minute = now.getTime() - (now.getTime() % MINUTE_MS);
    let share = shares.get(system.id);
    if (share?.minute !== minute)
      shares.set(system.id, (share = { minute, left: 0, rest: 0, running: undefined, isExhausted: false }));
    const reset = Math.ceil((minute + MINUTE_MS - now.getTime()) / 1000);
    // If several requests find nothing left, one reserves more and the others wait for it.
    while (share.left === 0) {
      const mine = share;
      if (mine.isExhausted) throw quotaExceeded({ limit: system.callsPerMinute, remaining: 0, reset });
      mine.running ??= fillQuota(system, mine).finally(() => (mine.running = undefined));
      await mine.running;
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

  async function flush(): Promise<void> {
    const all = [...counted.values()];
    if (all.length === 0) return;
    counted = new Map();
    await sql`
      insert into integration_usage (integration_id, minute, calls, failures, last_at)
      select * from unnest(${all.map(({ id }) => id)}::bigint[], ${all.map(({ minute }) => minute)}::timestamptz[],
        ${all.map(({ calls }) => calls)}::integer[],
        ${all.map(({ failures }) => failures)}::integer[], ${all.map(({ last }) => last)}::timestamptz[])
      order by 1, 2
      on conflict (integration_id, minute) do update set calls = integration_usage.calls + excluded.calls,
        failures = integration_usage.failures + excluded.failures,
        last_at = greatest(integration_usage.last_at, excluded.last_at)`.execute(db.kysely);
  }
  const write = () => (writing = writing.then(flush));
  // If the database is briefly unavailable, we lose some seconds of counts but reject no call.
  const timer = setInterval(() => void write().catch(() => (writing = Promise.resolve())), FLUSH_INTERVAL_MS);
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

const quotaExceeded = (quota: Quota) =>
  fail('too_many_requests', { headers: { ...rateLimitHeaders(quota), 'retry-after': String(quota.reset) } });

/** Header names follow the IETF draft for RateLimit header fields. */
export const rateLimitHeaders = ({ limit, remaining, reset }: Quota): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(reset),
});
