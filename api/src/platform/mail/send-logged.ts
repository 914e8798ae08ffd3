import type { Db } from '@innkeeper/db';
import type { FastifyBaseLogger } from 'fastify';
import type { MailConfig } from '../config/mail.ts';
import type { Store } from '../files/store.ts';
import { type MailTransport, findBounce } from './mail-transport.ts';
import { logBounce, logFailure, logSent } from './mail-log.ts';
import { addTokenToAddress, createMailToken } from './return-path.ts';
import { storeMailContent } from './mail-content.ts';
import type { Mail } from './outbox.ts';
import { attachPicture } from './template-picture.ts';

export interface MailServices {
  readonly db: Db;
  readonly config: { readonly mail: Pick<MailConfig, 'bounceAddress'> };
  readonly clock: () => Date;
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

/** Sends a mail and logs the outcome, which it returns. Rejects if the mail must be retried. */
export async function sendLogged(
  { db, config, clock, transport, store, log }: MailServices,
  mail: Mail,
  job: OrderedJob,
  isLastAttempt: boolean,
): Promise<'sent' | 'bounced'> {
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
  const token = logId === undefined ? undefined : await createMailToken(db, logId, mail.to);
  const { bounceAddress } = config.mail;
  try {
    const response = await transport(completeMail, {
      id: job.message_id,
      queuedAt: new Date(job.ordered_at),
      ...(token !== undefined && { token }),
      ...(token !== undefined &&
        bounceAddress !== undefined && { returnPath: addTokenToAddress(bounceAddress, token) }),
    });
    await tryToLog(async (id) => {
      await logSent(db.kysely, id, mail, response);
      await storeMailContent(db.kysely, id, mail, clock());
    });
    return 'sent';
  } catch (error) {
    const bounce = findBounce(error);
    if (bounce) {
      await tryToLog((id) => logBounce(db.kysely, id, bounce, clock(), mail));
      return 'bounced';
    }
    const reason = error instanceof Error ? error.message : String(error);
    await tryToLog((id) => logFailure(db.kysely, id, reason, isLastAttempt, mail.subject));
    throw error;
  }
}
