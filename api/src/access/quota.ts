import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { apiError } from '../platform/http/api-error.ts';
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
const BLOCKS_PER_MINUTE = 20;
const FLUSH_INTERVAL_MS = 5_000;

/** The remaining calls of this minute, and the seconds until the next minute. */
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
  remaining: number;
  unreserved: number;
  refill: Promise<void> | undefined;
  /** The minute's allowance is used up for all processes. */
  isExhausted: boolean;
}
interface CallCount {
  readonly id: number;
  readonly minute: Date;
  calls: number;
  failures: number;
  lastCallAt: Date;
}

export function createQuotaTracker(db: Db): QuotaTracker {
  const shares = new Map<number, QuotaShare>();
  let callCounts = new Map<string, CallCount>();
  let lastWrite: Promise<void> = Promise.resolve();

  async function refillShare({ id, callsPerMinute }: Integration, share: QuotaShare): Promise<void> {
    const blockSize = Math.max(1, Math.floor(callsPerMinute / BLOCKS_PER_MINUTE));
    const { rows } = await sql<{ granted: number; rest: number }>`
      select * from take_quota(${id}, ${new Date(share.minute)}, ${blockSize}, ${callsPerMinute})`.execute(db.kysely);
    const granted = rows[0]?.granted ?? 0;
    share.remaining += granted;
    share.isExhausted = granted === 0;
    share.unreserved = rows[0]?.rest ?? 0;
  }

  async function take(integration: Integration, now: Date): Promise<Quota> {
    const minute = now.getTime() - (now.getTime() % MINUTE_MS);
    let share = shares.get(integration.id);
    if (share?.minute !== minute)
      shares.set(
        integration.id,
        (share = { minute, remaining: 0, unreserved: 0, refill: undefined, isExhausted: false }),
      );
    const reset = Math.ceil((minute + MINUTE_MS - now.getTime()) / 1000);
    // If several requests find no calls left, one of them reserves the next block and the others wait for it.
    while (share.remaining === 0) {
      const currentShare = share;
      if (currentShare.isExhausted)
        throw quotaExceededError({ limit: integration.callsPerMinute, remaining: 0, reset });
      currentShare.refill ??= refillShare(integration, currentShare).finally(() => (currentShare.refill = undefined));
      await currentShare.refill;
    }
    share.remaining -= 1;
    return { limit: integration.callsPerMinute, remaining: share.remaining + share.unreserved, reset };
  }

  function countCall({ id }: Integration, isFailure: boolean, now: Date): void {
    const minute = now.getTime() - (now.getTime() % MINUTE_MS);
    const key = `${id} ${minute}`;
    const entry = callCounts.get(key) ?? { id, minute: new Date(minute), calls: 0, failures: 0, lastCallAt: now };
    callCounts.set(key, entry);
    entry.calls += 1;
    entry.failures += isFailure ? 1 : 0;
    entry.lastCallAt = now;
  }

  async function flush(): Promise<void> {
    const entries = [...callCounts.values()];
    if (entries.length === 0) return;
    callCounts = new Map();
    await sql`
      insert into integration_usage (integration_id, minute, calls, failures, last_at)
      select * from unnest(${entries.map(({ id }) => id)}::bigint[], ${entries.map(({ minute }) => minute)}::timestamptz[],
        ${entries.map(({ calls }) => calls)}::integer[],
        ${entries.map(({ failures }) => failures)}::integer[], ${entries.map(({ lastCallAt }) => lastCallAt)}::timestamptz[])
      order by 1, 2
      on conflict (integration_id, minute) do update set calls = integration_usage.calls + excluded.calls,
        failures = integration_usage.failures + excluded.failures,
        last_at = greatest(integration_usage.last_at, excluded.last_at)`.execute(db.kysely);
  }
  const write = () => (lastWrite = lastWrite.then(flush));
  // If the database is briefly unavailable, we lose some seconds of counts but reject no call.
  const timer = setInterval(() => void write().catch(() => (lastWrite = Promise.resolve())), FLUSH_INTERVAL_MS);
  timer.unref();
  return {
    take,
    count: countCall,
    write,
    async stop() {
      clearInterval(timer);
      await write().catch(() => undefined);
    },
  };
}

const quotaExceededError = (quota: Quota) =>
  apiError('too_many_requests', { headers: { ...rateLimitHeaders(quota), 'retry-after': String(quota.reset) } });

/** Header names follow the IETF draft for RateLimit header fields. */
export const rateLimitHeaders = ({ limit, remaining, reset }: Quota): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(reset),
});
