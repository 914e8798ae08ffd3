import { type ResourceDefinition, permission, resources } from '@innkeeper/contract';
import type { RecordMail } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { ApiError, apiError } from '../../platform/http/api-error.ts';
import { readRecord } from '../../engine/resources/record.ts';
import { lockLiveRow } from '../../engine/resources/write.ts';
import type { Write, WriteServices } from '../../engine/resources/write-services.ts';
import { resendMail } from './resend-log-entry.ts';
import { memberMailTexts } from '../../texts/member-mails.ts';

/*
 * The mail that a sale, a redemption or a visit triggered. The user who did it may resend it when the guest asks,
 * without the right to the mail log. See docs/decisions/0055-let-the-author-of-an-action-resend-its-mail.md.
 */

const { mail_log, member } = resources;
const RESEND_ANY_MAIL = permission('UPDATE', mail_log.permission);

/** Conditions that select the mails about one action. */
const CONDITION_BY_RESOURCE: Readonly<Record<string, (id: number) => RawBuilder<boolean>>> = {
  transaction: (id) =>
    sql`d.code in ('welcome', 'renewal')
        and c.member_card_id in (select k.id from member_card k where k.transaction_id = ${id})`,
  // One mail lists the vouchers that were redeemed in one go.
  voucher_redeem: (id) => sql`c.voucher_redeem_id in (select g.id from redeemed_together(${id}) g)`,
  visit: (id) => sql`c.visit_id = ${id}`,
};

/** The newest log entry about an action, addressed to its current member. */
async function findLogEntryId(
  db: Db['kysely'] | Tx,
  d: ResourceDefinition,
  id: number,
  memberId: unknown,
): Promise<number | undefined> {
  const condition = CONDITION_BY_RESOURCE[d.key]?.(id);
  if (!condition) return undefined;
  const { rows } = await sql<{ id: number }>`
    select l.id from mail_log l join mail_cause c on c.mail_log_id = l.id
    left join option_detail d on d.id = l.mail_type_id
    where l.member_id = ${Number(memberId)} and l.deleted_at is null and ${condition} order by l.id desc limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Throws a 403 for another user's action, unless the actor may resend any mail. */
function requireOwnAction(actor: Actor, createdBy: unknown): void {
  if (createdBy !== actor.userId && !can(actor, RESEND_ANY_MAIL)) throw apiError('forbidden');
}

function toRecordMail(actor: Actor, entryJson: string): RecordMail {
  const { recipient, delivery_status }: { recipient: string; delivery_status: string } = JSON.parse(entryJson);
  const mayRead = can(actor, permission('VIEW', member.permission), permission('VIEW', mail_log.permission));
  return { recipient: mayRead ? recipient : null, delivery_status };
}

/**
 * The mail about an action. Null if there is none yet or its member is not visible. Throws a 404 if the action is not
 * visible.
 */
export async function readRecordMail(
  {
    db,
    services,
    actor,
    now,
  }: { readonly db: Db; readonly services: WriteServices; readonly actor: Actor; readonly now: Date },
  d: ResourceDefinition,
  id: number,
): Promise<RecordMail | null> {
  const record: { member_id: unknown; created_by: { id: unknown } | null } = JSON.parse(
    await readRecord(db, services.hooksByResource, actor, d, id, now),
  );
  requireOwnAction(actor, record.created_by?.id);
  const entryId = await findLogEntryId(db.kysely, d, id, record.member_id);
  if (entryId === undefined) return null;
  try {
    return toRecordMail(actor, await readRecord(db, services.hooksByResource, actor, mail_log, entryId, now));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'record_not_found') return null;
    throw error;
  }
}

/**
 * Resends the mail about an action. Throws a 404 if the action or its mail is not visible, a 403 for another user's
 * action, and a 409 if there is no mail or it cannot be sent.
 */
export async function sendRecordMail(write: Omit<Write, 'd'>, d: ResourceDefinition, id: number): Promise<RecordMail> {
  const record = await lockLiveRow({ ...write, d }, id, undefined);
  const { actor, tx } = write.context;
  requireOwnAction(actor, record.created_by_id);
  const entryId = await findLogEntryId(tx, d, id, record.member_id);
  if (entryId === undefined) throw apiError('conflict', { message: memberMailTexts.noMailFound });
  return toRecordMail(actor, await resendMail({ ...write, d: mail_log }, entryId));
}
