import type { Db } from '@innkeeper/db';
import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../files/store.ts';
import type { MailTransport } from './mail-transport.ts';
import { logFailure, logSent } from './mail-log.ts';
import type { Mail } from './outbox.ts';
import { attachPicture } from './template-picture.ts';

export interface MailServices {
  readonly db: Db;
  readonly transport: MailTransport;
  /** Has the pictures of mail templates. */
  readonly store: Store;
  readonly log: FastifyBaseLogger;
}

/** The fields of a job that identify its mail and its log entry. */
interface OrderedJob {
  /** ISO 8601. */
  readonly ordered_at: string;
  readonly message_id: string;
  /** Id in the mail log; missing in jobs queued by an older version. */
  readonly mail_log_id?: number;
}

/** Sends a mail and logs the outcome. Rejects if the mail must be retried. */
export async function sendLogged(
  { db, transport, store, log }: MailServices,
  mail: Mail,
  job: OrderedJob,
  isLastAttempt: boolean,
): Promise<void> {
  const logId = job.mail_log_id;
  // The log never affects delivery: if logging fails, a sent mail is not sent again.
  const tryToLog = async (logEntry: (id: number) => Promise<void>) => {
    if (logId !== undefined)
      await logEntry(logId).catch((error: unknown) => log.error({ err: error }, 'the log of mails cannot be written'));
  };
  // A password must not wait for a picture, so a mail goes without one that cannot be read.
  const completeMail = await attachPicture(store, mail).catch((error: unknown) => {
    log.error({ err: error }, 'the picture of a mail cannot be read');
    return mail;
  });
  try {
    const response = await transport(completeMail, { id: job.message_id, queuedAt: new Date(job.ordered_at) });
    await tryToLog((id) => logSent(db.kysely, id, mail, response));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await tryToLog((id) => logFailure(db.kysely, id, reason, isLastAttempt, mail.subject));
    throw error;
  }
}
