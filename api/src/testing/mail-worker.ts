import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { startWorker } from '../jobs/worker.ts';
import { type Carry, carryBySmtp } from '../platform/mail/carrier.ts';
import { enterOrders } from '../programme/mails/order.ts';
import { type Received, type Relay, startRelay } from './relay.ts';
import type { TestApp } from './test-app.ts';

/** Mails of a test file, all the way to a relay that speaks SMTP. */
export interface MailWorker {
  readonly relay: () => Relay;
  /** Does the jobs that are queued or put by, and returns the mails that the relay took, the oldest first; nothing where another carries them. */
  readonly deliver: (carry?: Carry) => Promise<readonly Received[]>;
  /** The log, without the mails of other tests. */
  readonly logOf: (recipient: string) => Promise<readonly LogEntry[]>;
}

interface LogEntry {
  readonly id: number;
  readonly mail_type: string | null;
  readonly subject: string;
  readonly delivery_status: string;
  readonly message: string | null;
}

/** For a `TestApp` whose mails are queued. */
export function createMailWorker({ app, db, clock }: TestApp): MailWorker {
  const config = readConfig({ LOG_LEVEL: 'silent', DEMO: '0', PUBLIC_URL: 'https://console.test' });
  let relay: Relay;
  beforeAll(async () => {
    relay = await startRelay();
  });
  afterEach(async () => {
    relay.refuseWith(undefined);
    await db.pool.query('delete from graphile_worker._private_jobs; delete from mail_order');
  });
  afterAll(() => relay.close());
  return {
    relay: () => relay,
    async deliver(carry = carryBySmtp(relay.url)) {
      await enterOrders(db);
      const from = relay.received.length;
      const worker = await startWorker({ db, config, clock, carry, log: app.log, whenQuiet: async () => {} });
      await vi.waitFor(
        async () => {
          const { rows } = await db.pool.query('select from graphile_worker._private_jobs where attempts = 0');
          expect(rows).toHaveLength(0);
        },
        { timeout: 60_000, interval: 20 },
      );
      await worker.stop();
      return relay.received.slice(from);
    },
    async logOf(recipient) {
      await enterOrders(db);
      const { rows } = await sql<LogEntry>`
        select l.id, d.code as mail_type, l.subject, l.delivery_status, l.message
        from mail_log l left join option_detail d on d.id = l.mail_type_id where l.recipient = ${recipient} order by l.id`.execute(
        db.kysely,
      );
      return rows;
    },
  };
}
