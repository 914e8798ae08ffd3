import type { Db } from '@innkeeper/db';
import type { FastifyBaseLogger } from 'fastify';
import type { Carry } from './carrier.ts';
import { noteFailure, noteSent } from './log.ts';
import type { Mail } from './outbox.ts';

export interface CarryServices {
  readonly db: Db;
  readonly carry: Carry;
  readonly log: FastifyBaseLogger;
}

/** The parts of a job beside the text of its mail. */
interface Ordered {
  /** ISO 8601. */
  readonly ordered_at: string;
  readonly message_id: string;
  /** Under which it stands in the log of mails; none in a job that an older version queued. */
  readonly mail_log_id?: number;
}

/** Carries a mail and logs the outcome; rejects where it is to be tried again. */
export async function carryLogged(
  { db, carry, log }: CarryServices,
  mail: Mail,
  job: Ordered,
  isLastAttempt: boolean,
): Promise<void> {
  const entry = job.mail_log_id;
  // The log follows the mail, and never decides about it: a mail that is on its way is not sent again.
  const note = async (noting: (id: number) => Promise<void>) => {
    if (entry !== undefined)
      await noting(entry).catch((error: unknown) => log.error({ err: error }, 'the log of mails cannot be written'));
  };
  try {
    const answer = await carry(mail, { id: job.message_id, orderedAt: new Date(job.ordered_at) });
    await note((id) => noteSent(db.kysely, id, mail, answer));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await note((id) => noteFailure(db.kysely, id, reason, isLastAttempt, mail.subject));
    throw error;
  }
}
