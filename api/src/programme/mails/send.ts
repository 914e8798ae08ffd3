import type { Language } from '@innkeeper/contract';
import type { Config } from '../../platform/config.ts';
import { type CarryServices, carryLogged } from '../../platform/mail/carry-logged.ts';
import type { Attachment } from '../../platform/mail/outbox.ts';
import { noteFailure } from '../../platform/mail/log.ts';
import { withDot } from './openings.ts';
import { readSample } from './sample.ts';
import { writeMemberMail } from './write.ts';

/*
 * A mail to a member is written when it is sent.
 *
 *   queued --written and carried--> sent
 *   queued --refused by the relay--> queued, and tried again
 *   queued --it cannot be written, see write.ts--> failed, and over
 */

/** Draws the receipt that a mail brings. */
type DrawReceipt = (receipt: { readonly id: number; readonly copy: number }, language: Language) => Promise<Attachment>;

interface Services extends CarryServices {
  readonly drawReceipt: DrawReceipt;
  readonly config: Pick<Config, 'mail' | 'publicUrl'>;
  readonly clock: () => Date;
}

/** The content of a job to a member; see order.ts. */
interface MemberMailJob {
  readonly mail_log_id: number;
  /** ISO 8601. */
  readonly ordered_at: string;
  readonly message_id: string;
}

/** Sends a mail in the name of the member's hotel, which gets the answers. */
export async function sendMemberMail(services: Services, job: unknown, isLastAttempt: boolean): Promise<void> {
  if (!isMemberMailJob(job)) throw new Error('this mail is of a kind that is not known here');
  const { db, config, clock, drawReceipt } = services;
  const written = await writeMemberMail(db.kysely, job.mail_log_id, clock());
  if ('problem' in written) return noteFailure(db.kysely, job.mail_log_id, written.problem.en, true);
  const { facts, rendered, receipt, language } = written;
  const mail = {
    from: { name: facts.hotel.name, address: config.mail.from.address },
    replyTo: facts.hotel.email,
    to: facts.member.email,
    ...rendered,
    html: await withDot(db, config.publicUrl, job.mail_log_id, rendered.html),
    ...(receipt && { attachments: [await drawReceipt(receipt, language)] }),
  };
  await carryLogged(services, mail, job, isLastAttempt);
}

/** A template on its way to the user who tries it. */
export interface TestMailJob extends MemberMailJob {
  readonly mail_language_id: number;
  readonly member_id: number | null;
  readonly user_id: number;
}

/** Sends a template as it would go out, to the user who asked for it. */
export async function sendTestMail(
  services: Omit<Services, 'drawReceipt'>,
  job: unknown,
  isLastAttempt: boolean,
): Promise<void> {
  if (!isTestMailJob(job)) throw new Error('this mail is of a kind that is not known here');
  const { db, config, clock } = services;
  const sample = await readSample(
    { db: db.kysely, config, now: clock() },
    {
      languageId: job.mail_language_id,
      memberId: job.member_id,
      userId: job.user_id,
    },
  );
  if (!sample) return noteFailure(db.kysely, job.mail_log_id, 'There is nothing to send any more', true);
  const { hotel, user, rendered } = sample;
  const mail = { from: { name: hotel.name, address: config.mail.from.address }, to: user.email, ...rendered };
  await carryLogged(services, mail, job, isLastAttempt);
}

const isMemberMailJob = (job: unknown): job is MemberMailJob =>
  typeof job === 'object' &&
  job !== null &&
  'mail_log_id' in job &&
  typeof job.mail_log_id === 'number' &&
  'message_id' in job &&
  'ordered_at' in job;

const isTestMailJob = (job: unknown): job is TestMailJob =>
  isMemberMailJob(job) && 'mail_language_id' in job && 'user_id' in job;
