import { type Language, SKIP_REASONS } from '@innkeeper/contract';
import type { Config } from '../../platform/config/config.ts';
import { type MailServices, sendLogged } from '../../platform/mail/send-logged.ts';
import type { Attachment } from '../../platform/mail/outbox.ts';
import { logSkipped } from '../../platform/mail/mail-log.ts';
import { addTracking } from './tracking.ts';
import { readSample } from './sample.ts';
import { renderMemberMail } from './render-member-mail.ts';
import { createUnsubscribeUrl } from './unsubscribe-link.ts';

/*
 * A mail to a member is rendered when it is sent.
 *
 *   queued --rendered and delivered--> sent
 *   queued --rejected by the relay for now--> queued again for a retry
 *   queued --rejected by the relay for good--> bounced
 *   queued --must not be sent or cannot be rendered, see render-member-mail.ts--> skipped
 */

/** Renders the receipt that a mail attaches. */
type DrawReceipt = (receipt: { readonly id: number; readonly copy: number }, language: Language) => Promise<Attachment>;

interface Services extends MailServices {
  readonly drawReceipt: DrawReceipt;
  readonly config: Pick<Config, 'mail' | 'publicUrl'>;
  readonly clock: () => Date;
}

/** Payload of a job for a member mail; see queue-mails.ts. */
interface MemberMailJob {
  readonly mail_log_id: number;
  /** ISO 8601. */
  readonly ordered_at: string;
  readonly message_id: string;
}

/** Sends a mail in the name of the member's hotel, which is also the reply address. */
export async function sendMemberMail(services: Services, job: unknown, isLastAttempt: boolean): Promise<void> {
  if (!isMemberMailJob(job)) throw new Error('unknown type of email');
  const { db, config, clock, drawReceipt } = services;
  const renderedMail = await renderMemberMail(db.kysely, job.mail_log_id, clock(), (memberId) =>
    createUnsubscribeUrl(db, config.publicUrl, memberId),
  );
  if ('problem' in renderedMail) return logSkipped(db.kysely, job.mail_log_id, renderedMail.problem.en);
  const { facts, rendered, receipt, language, unsubscribeUrl } = renderedMail;
  const mail = {
    from: { name: facts.hotel.name, address: config.mail.from.address },
    replyTo: facts.hotel.email,
    to: facts.member.email,
    ...rendered,
    html: await addTracking(db, config.publicUrl, job.mail_log_id, rendered.html),
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
    ...(receipt && { attachments: [await drawReceipt(receipt, language)] }),
  };
  await sendLogged(services, mail, job, isLastAttempt);
}

/** A test mail to the user who edits the template. */
export interface TestMailJob extends MemberMailJob {
  readonly mail_language_id: number;
  readonly member_id: number | null;
  readonly user_id: number;
}

/** Sends a template, rendered as it would go out, to the user who requested it. */
export async function sendTestMail(
  services: Omit<Services, 'drawReceipt'>,
  job: unknown,
  isLastAttempt: boolean,
): Promise<void> {
  if (!isTestMailJob(job)) throw new Error('unknown type of email');
  const { db, config, clock } = services;
  const sample = await readSample(
    { db: db.kysely, config, now: clock() },
    {
      languageId: job.mail_language_id,
      memberId: job.member_id,
      userId: job.user_id,
    },
  );
  if (!sample) return logSkipped(db.kysely, job.mail_log_id, SKIP_REASONS.nothingToTest.en);
  const { hotel, user, rendered } = sample;
  const mail = { from: { name: hotel.name, address: config.mail.from.address }, to: user.email, ...rendered };
  await sendLogged(services, mail, job, isLastAttempt);
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
