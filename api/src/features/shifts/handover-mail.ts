import { randomBytes } from 'node:crypto';
import { LANGUAGES, type Language, SHIFT_RESOURCES, SKIP_REASONS, getResource, permission } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { can, loadActorByUserId } from '../../access/actor.ts';
import { canSeeHotel } from '../../access/scope.ts';
import { readDeskHotel } from '../../domain/desk-hotel.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import type { Config } from '../../platform/config/config.ts';
import { logSkipped } from '../../platform/mail/mail-log.ts';
import type { HandoverOrder } from '../../platform/mail/outbox.ts';
import { type MailServices, sendLogged } from '../../platform/mail/send-logged.ts';
import { shiftTexts } from '../../texts/shifts.ts';
import { handoverSubject, renderHandover } from './handover-content.ts';
import { readShift } from './read-shift.ts';

/*
 * A handover mail is rendered when it is sent, with the records that its recipient may view then.
 *
 *   queued --rendered and delivered--> sent
 *   queued --rejected by the relay for now--> queued again for a retry
 *   queued --the recipient has left, or may not view the shift--> skipped
 */

interface HandoverJob {
  readonly mail_log_id: number;
  /** ISO 8601. */
  readonly ordered_at: string;
  readonly message_id: string;
  readonly handover: HandoverOrder['handover'];
}

interface Services extends MailServices {
  readonly config: Pick<Config, 'mail' | 'publicUrl'>;
  readonly hooksByResource: HooksByResource;
}

/** Queues a handover mail and adds it to the mail log. */
export async function queueHandoverMail(tx: Tx, { handover }: HandoverOrder, now: Date): Promise<void> {
  const { rows } = await sql<{ email: string; language: string | null; hotel: string; zone: string }>`
    select u.email, p.settings ->> 'language' as language, h.name as hotel, effective_time_zone(h.id) as zone
    from users u left join user_preference p on p.user_id = u.id join hotel h on h.id = ${handover.hotelId}
    where u.id = ${handover.recipientId}`.execute(tx);
  const [recipient] = rows;
  if (!recipient) throw new Error(`There is no user ${handover.recipientId}`);
  const subject = handoverSubject(recipient.hotel, toInstantText(handover.to), recipient.zone);
  const { rows: entries } = await sql<{ id: number }>`
    insert into mail_log (recipient, subject) values (${recipient.email}, ${subject[toLanguage(recipient.language)]})
    returning id`.execute(tx);
  const job: HandoverJob = {
    mail_log_id: entries[0]?.id ?? 0,
    ordered_at: now.toISOString(),
    message_id: randomBytes(16).toString('hex'),
    handover,
  };
  await sql`select graphile_worker.add_job('handover_mail', ${JSON.stringify(job)}::json)`.execute(tx);
}

/** Sends a handover mail in the name of the hotel; replies go to the sender. */
export async function sendHandoverMail(services: Services, job: unknown, isLastAttempt: boolean): Promise<void> {
  if (!isHandoverJob(job)) throw new Error('unknown type of email');
  const { db, config, clock } = services;
  const { hotelId, from, to, senderId, recipientId, isOwn, note } = job.handover;
  const recipient = await loadActorByUserId(db.kysely, recipientId);
  if (!recipient) return logSkipped(db.kysely, job.mail_log_id, SKIP_REASONS.recipientDeleted.en);
  const canView = SHIFT_RESOURCES.some((resource) =>
    can(recipient, permission('VIEW', getResource(resource).permission)),
  );
  if (!canView || !canSeeHotel(recipient, hotelId))
    return logSkipped(db.kysely, job.mail_log_id, shiftTexts.noAccess.en);
  const { rows } = await sql<{
    sender: string;
    sender_email: string;
    email: string;
    language: string | null;
    decimals: Record<string, number>;
  }>`
    select s.name as sender, s.email as sender_email, u.email, p.settings ->> 'language' as language,
      (select json_object_agg(c.currency, c.decimals) from (
        select currency, max(decimals) as decimals from country group by currency) c) as decimals
    from users u left join user_preference p on p.user_id = u.id join users s on s.id = ${senderId}
    where u.id = ${recipientId}`.execute(db.kysely);
  const [people] = rows;
  if (!people) return logSkipped(db.kysely, job.mail_log_id, SKIP_REASONS.recipientDeleted.en);
  const hotel = await readDeskHotel(services, recipient, hotelId, clock());
  const shift = await readShift(
    db,
    { actor: recipient, now: clock(), timeZone: hotel.time_zone, hotel },
    'today',
    isOwn ? { id: senderId, name: people.sender } : null,
    { from: new Date(from), to: new Date(to), isRunning: false },
  );
  const content = renderHandover({
    shift,
    sender: people.sender,
    recipient: recipient.name,
    note,
    link: `${config.publicUrl}/finance/handover?hotel_id=${hotelId}`,
    language: toLanguage(people.language),
    decimals: people.decimals,
  });
  const mail = {
    from: { name: hotel.name, address: config.mail.from.address },
    replyTo: people.sender_email,
    to: people.email,
    ...content,
  };
  await sendLogged(services, mail, job, isLastAttempt);
}

const toLanguage = (language: string | null): Language => LANGUAGES.find((candidate) => candidate === language) ?? 'en';
const toInstantText = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

const isHandoverJob = (job: unknown): job is HandoverJob =>
  typeof job === 'object' && job !== null && 'handover' in job && typeof job.handover === 'object';
