import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { startWorker } from '../jobs/worker.ts';
import { type MailTransport, createSmtpTransport } from '../platform/mail/mail-transport.ts';
import { processDeferredOrders } from '../features/member-mails/queue-mails.ts';
import { type ReceivedMail, type Relay, startRelay } from './relay.ts';
import type { TestApp } from './test-app.ts';

/** Mails of a test file, delivered to an SMTP relay. */
export interface MailWorker {
  readonly relay: () => Relay;
  /**
   * Runs the queued and postponed jobs, and returns the mails that the relay accepted, oldest first; none if
   * `transport` replaces the relay.
   */
  readonly deliver: (transport?: MailTransport) => Promise<readonly ReceivedMail[]>;
  /** Reads the log entries of a recipient. */
  readonly readLog: (recipient: string) => Promise<readonly LogEntry[]>;
}

interface LogEntry {
  readonly id: number;
  readonly mail_type: string | null;
  readonly subject: string;
  readonly delivery_status: string;
  readonly message: string | null;
}

/** Creates a mail worker for a `TestApp` whose mails are queued. */
export function createMailWorker({ app, db, clock, dataDir }: TestApp, environment = {}): MailWorker {
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DEMO: '0',
    PUBLIC_URL: 'https://console.test',
    DATA_DIR: dataDir,
    ...environment,
  });
  let relay: Relay;
  beforeAll(async () => {
    relay = await startRelay();
  });
  afterEach(async () => {
    relay.rejectWith(undefined);
    await db.pool.query('delete from graphile_worker._private_jobs; delete from mail_request');
  });
  afterAll(() => relay.close());
  return {
    relay: () => relay,
    async deliver(transport = createSmtpTransport(relay.url)) {
      await processDeferredOrders(db);
      const from = relay.received.length;
      const worker = await startWorker({ db, config, clock, transport, log: app.log, whenIdle: async () => {} });
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
    async readLog(recipient) {
      await processDeferredOrders(db);
      const { rows } = await sql<LogEntry>`
        select l.id, d.code as mail_type, l.subject, l.delivery_status, l.message
        from mail_log l left join option_detail d on d.id = l.mail_type_id where l.recipient = ${recipient}
        order by l.id`.execute(db.kysely);
      return rows;
    },
  };
}
