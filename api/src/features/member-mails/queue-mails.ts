import { SKIP_REASONS, type SkipReason } from '@innkeeper/contract';
import { type Db, type Tx, deferStatement } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { isNoEmailSql } from '../../platform/mail/no-email.ts';
import type { MemberMailOrder, MemberMailType } from '../../platform/mail/outbox.ts';

/*
 * An order becomes a log entry with its cause, and a job. That happens immediately, or a moment later where guests wait
 * at the front desk.
 *
 *   ordered --welcome, renewal, upgrade, scheduled--> entered and queued
 *   ordered --redemption, visit--> stored as one short row --maintenance job, batched--> entered and queued
 *   ordered --member opted out, deleted or without email, or address rejects mails--> entered as skipped, with reason
 */

type Executor = Db['kysely'] | Tx;

/** SQL conditions: whether a member `m` wants mails of a type. Receipts are always sent. */
const preferenceConditions: Readonly<Record<MemberMailType, string>> = {
  welcome: 'm.all_notification and m.membership_notification',
  renewal: 'm.all_notification and m.membership_notification',
  upgrade: 'm.all_notification and m.membership_notification',
  'expiry-reminder': 'm.all_notification and m.membership_notification',
  birthday: 'm.all_notification and m.birthday_notification',
  'voucher-redeemed': 'true',
  'visit-thank-you': 'm.all_notification',
  receipt: 'true',
};

export const isMemberMailType = (code: string): code is MemberMailType => Object.hasOwn(preferenceConditions, code);

/** Whether guests can decline mails of a type. */
export const canUnsubscribe = (mailType: string | null): boolean =>
  mailType !== null && isMemberMailType(mailType) && preferenceConditions[mailType] !== 'true';

const preferenceCase = Object.entries(preferenceConditions)
  .map(([code, condition]) => `when '${code}' then ${condition}`)
  .join(' ');
const receiptTypes = Object.entries(preferenceConditions)
  .filter(([, condition]) => condition === 'true')
  .map(([code]) => `'${code}'`)
  .join(', ');

/**
 * SQL: the key of the reason why no mail may be sent to the member `m`, null if one may. `mailType` is SQL for the
 * type's code.
 */
export const skipReasonSql = (mailType: RawBuilder<unknown>): RawBuilder<SkipReason | null> => sql`(
  select case when m.deleted_at is not null then 'memberDeleted'
    when ${isNoEmailSql(sql`m.email`)} then 'noEmail'
    when address.state = 'bounced' then 'addressRejected'
    when not case ${mailType} ${sql.raw(preferenceCase)} else false end then 'unwanted'
    when address.state = 'complained' and ${mailType} not in (${sql.raw(receiptTypes)}) then 'reportedAsSpam' end
  from (values (lower(m.email))) own (email) left join mail_address_state address on address.email = own.email)`;

/** The texts of the reasons as the log stores them. */
const SKIP_TEXTS = JSON.stringify(Object.fromEntries(Object.entries(SKIP_REASONS).map(([key, { en }]) => [key, en])));

/**
 * SQL that queues the mails of log entries in one call: 1,000 mails take 22 ms, with one call each 324 ms. `entries`
 * selects entry_id and ordered_at. A mail that is already queued is replaced.
 */
export const queueMailsSql = (entries: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select id from graphile_worker.add_jobs(array(
    select row('member_mail', json_build_object(
        'mail_log_id', entry_id, 'ordered_at', to_char(ordered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'message_id', replace(gen_random_uuid()::text, '-', '')),
      null, null, null, 'mail ' || entry_id, null, null)::graphile_worker.job_spec
    from (${entries}) entries))`;

/**
 * SQL that enters mails in the log and queues those that may be sent, as a batch. `orders` selects mail_type,
 * member_id, ordered_at, member_card_id, from_membership_id, voucher_redeem_id, visit_id, receipt_id, receipt_copy and
 * occasion. Occasions that already have a mail are skipped. The subject is the name of the type until the mail is
 * rendered.
 */
const logAndQueueMailsSql = (orders: RawBuilder<unknown>, precedingCte: RawBuilder<unknown> = sql``) =>
  sql`
    with ${precedingCte} due as materialized (
      select nextval(pg_get_serial_sequence('mail_log', 'id')) as entry_id, o.*, m.email, d.id as mail_type_id,
        d.name as subject, ${skipReasonSql(sql`o.mail_type`)} as skip_reason
      from (${orders}) o join member m on m.id = o.member_id
      join option p on p.slug = 'mail-type' join option_detail d on d.option_id = p.id and d.code = o.mail_type
        and d.deleted_at is null
    ), cause as (
      insert into mail_cause (mail_log_id, member_card_id, from_membership_id, voucher_redeem_id, visit_id, receipt_id,
          receipt_copy, occasion)
      select entry_id, member_card_id, from_membership_id, voucher_redeem_id, visit_id, receipt_id, receipt_copy,
        occasion from due
      on conflict do nothing returning mail_log_id
    ), entry as (
      insert into mail_log (id, mail_type_id, recipient, subject, member_id, delivery_status, message)
      select entry_id, mail_type_id, email, subject, member_id,
        case when skip_reason is null then 'queued' else 'skipped' end, ${SKIP_TEXTS}::jsonb ->> skip_reason
      from due join cause on cause.mail_log_id = due.entry_id
    )
    ${queueMailsSql(sql`
      select entry_id, ordered_at from due join cause on cause.mail_log_id = due.entry_id
      where skip_reason is null`)}`;

/** Enters mails in the log and queues those that may be sent; `orders` as above. */
export const logAndQueueMails = (db: Executor, orders: RawBuilder<unknown>, precedingCte?: RawBuilder<unknown>) =>
  logAndQueueMailsSql(orders, precedingCte).execute(db);

/** Orders mails within the transaction that causes them. */
export async function queueMemberMails(tx: Tx, orders: readonly MemberMailOrder[], now: Date): Promise<void> {
  const rows = orders.map(({ mailType, memberId, about }) => ({
    mail_type: mailType,
    member_id: memberId,
    member_card_id: about.memberCardId,
    from_membership_id: about.fromMembershipId,
    voucher_redeem_id: about.voucherRedeemId,
    visit_id: about.visitId,
    receipt_id: about.receiptId,
    receipt_copy: about.receiptCopy,
  }));
  const ordersSql = (selectedRows: typeof rows) => sql`
    json_to_recordset(${JSON.stringify(selectedRows)}::json) o (mail_type text, member_id bigint, member_card_id bigint,
      from_membership_id bigint, voucher_redeem_id bigint, visit_id bigint, receipt_id bigint, receipt_copy integer)`;
  const deferred = rows.filter(({ member_id }) => member_id === undefined);
  if (deferred.length > 0)
    await deferStatement(
      tx,
      sql`insert into mail_request (mail_type, voucher_redeem_id, visit_id, ordered_at)
        select mail_type, voucher_redeem_id, visit_id, ${now} from ${ordersSql(deferred)}`,
    );
  const immediate = rows.filter(({ member_id }) => member_id !== undefined);
  if (immediate.length > 0)
    await deferStatement(
      tx,
      logAndQueueMailsSql(sql`
        select mail_type, member_id, ${now}::timestamptz as ordered_at, member_card_id, from_membership_id,
          voucher_redeem_id, visit_id, receipt_id, receipt_copy, null::text as occasion
        from ${ordersSql(immediate)}`),
    );
}

/**
 * SQL: one thank-you mail per guest, hotel and day, however many bills with an amount there are and however they
 * arrive.
 */
const THANKS_OCCASION = sql`case when v.id is not null then
  concat_ws(' ', 'thanks', v.member_id, v.hotel_id,
      (v.visit_date at time zone effective_time_zone(v.hotel_id))::date) end`;

/** Orders per batch. */
const BATCH_SIZE = 1000;

/**
 * Processes the stored orders. Concurrent processes take different orders; a killed process leaves its orders in place.
 */
export async function processDeferredOrders(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await logAndQueueMails(
      db.kysely,
      sql`
        select t.mail_type, coalesce(r.member_id, v.member_id) as member_id, t.ordered_at,
               null::bigint as member_card_id,
               null::bigint as from_membership_id, t.voucher_redeem_id, t.visit_id, null::bigint as receipt_id,
               null::integer as receipt_copy, ${THANKS_OCCASION} as occasion
        from deleted t left join voucher_redeem r on r.id = t.voucher_redeem_id left join visit v on v.id = t.visit_id
        where v.id is null or v.grand_total is not null`,
      sql`deleted as (
        delete from mail_request where id in (select id from mail_request order by id for update skip locked
            limit ${BATCH_SIZE}) returning *),`,
    );
    if (rows.length === 0) return;
  }
}
