import type { Db } from '@innkeeper/db';
import type { FastifyBaseLogger } from 'fastify';
import { ImapFlow } from 'imapflow';
import { parseDeliveryReport } from './delivery-report.ts';
import { logBounce } from './mail-log.ts';
import { findMailId } from './return-path.ts';

/** Access to a mailbox by IMAP. */
export interface MailboxAccount {
  readonly host: string;
  readonly port: number;
  /** TLS from the start; otherwise once the server offers it. */
  readonly isSecure: boolean;
  readonly user: string;
  readonly password: string;
  readonly folder: string;
}

/** A server that is silent for this long counts as unreachable. */
const TIMEOUT_MS = 30_000;
/** Reports per run, newest first; the next run reads the others. A mail server that fails sends many. */
const MAX_REPORTS = 200;
/** A larger mail is no report. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads the delivery reports in a mailbox and logs their bounces. A report that was read is marked as seen, and not read
 * again; other mails stay unread. A report about no mail of ours is marked, too. Rejects if the mailbox cannot be read.
 */
export async function readBounces(
  db: Db,
  { host, port, isSecure, user, password, folder }: MailboxAccount,
  clock: () => Date,
  log: FastifyBaseLogger,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  // A connection that fails between two commands has no command to reject.
  client.on('error', (error: unknown) => log.warn({ err: error }, 'the mailbox of bounces closed the connection'));
  await client.connect();
  try {
    await client.mailboxOpen(folder);
    const uids = await client.search(
      { seen: false, header: { 'content-type': 'multipart/report' }, smaller: MAX_BYTES },
      { uid: true },
    );
    for (const uid of (uids || []).slice(-MAX_REPORTS).toReversed()) {
      const message = await client.fetchOne(String(uid), { source: true }, { uid: true });
      if (!message || !message.source) continue;
      const report = await parseDeliveryReport(message.source).catch((error: unknown) =>
        log.warn({ err: error, uid }, 'a mail in the mailbox of bounces cannot be read'),
      );
      if (!report) continue;
      const id = report.bounce && (await findMailId(db, report.references));
      if (id !== undefined && report.bounce) await logBounce(db.kysely, id, report.bounce, clock());
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
    }
    await client.logout();
  } finally {
    client.close();
  }
}
