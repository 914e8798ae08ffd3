import { message, stripDigitSeparators } from '@innkeeper/contract';
import { deferStatement } from '@innkeeper/db';
import { sql } from 'kysely';
import { validationError } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import {
  type ResourceHooks,
  type Row,
  type Values,
  type WriteContext,
  checkAll,
  checkEach,
  mayChange,
  ofAction,
} from '../../engine/resources/resource-hooks.ts';
import { errorForConstraint } from '../../engine/resources/constraint-errors.ts';
import { withdrawUpgradeRequests, reevaluateTiers } from '../../domain/tier-changes.ts';
import { servableIdsSql } from '../../domain/servable-members.ts';
import { zoneSql } from '../../domain/hotel-time-zone.ts';

/** Members. The database maintains a member's standing (see db/routines/member-standing.sql). */
export const member = (outbox: Outbox): ResourceHooks => ({
  computed: {
    has_running_card: (ref) => `exists (select from member_standing s join member_card c on c.id = s.member_card_id
      where s.member_id = ${ref('id')} and (now() at time zone ${zoneSql(ref, 'hotel')})::date <= c.end_date)`,
    standing: {
      sql: (ref) => `(select s.standing from member_standing s where s.member_id = ${ref('id')})`,
      choiceCondition: (ref, value) =>
        `exists (select from member_standing s where s.member_id = ${ref('id')} and s.standing = '${value}')`,
    },
  },
  references: {
    numberLookup: {
      read: (text) => (/\d/.test(text) ? normalizeCardNumber(text) : null),
      sql: (numbers, actorContext) => sql`
        select translate(lower(c.sbec_no), ' -', '') as number, m.id, m.id as member_id, m.id in ${servableIdsSql(actorContext)} as is_served
        from member_card c join member m on m.id = c.member_id and m.deleted_at is null
        where translate(lower(c.sbec_no), ' -', '') = any(${numbers}::text[]) and c.deleted_at is null`,
    },
    lookedUpIdsSql: servableIdsSql,
    countBeforeDelete: async ({ tx, now }, ids) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from member_standing s
        join member t on t.id = s.member_id join member_card c on c.id = s.member_card_id
        where s.member_id = any(${ids}::bigint[])
          and (${now}::timestamptz at time zone effective_time_zone(t.hotel_id))::date <= c.end_date`.execute(tx);
      return { running_cards: rows[0]?.n ?? 0 };
    },
  },
  check: checkAll(
    (_context, rows) =>
      rows.map(({ action, values }) =>
        action === 'create' && (values.register_hotel_id ?? null) === null
          ? { register_hotel_id: values.hotel_id }
          : undefined,
      ),
    // Credits of a restored member were checked when they were given.
    checkEach((context, { action, before, values }) =>
      (action === 'create' || action === 'update') &&
      ((!context.isReverting && getCredits(values, before) !== getCredits({}, before)) || isTierChanged(values, before))
        ? assertEarned(context, values, before)
        : undefined,
    ),
  ),
  // Complimentary visits count like others. Inactive members are not upgraded.
  after: async (context, changes) => {
    const rowsBefore = (names: readonly string[]) =>
      ofAction(changes, 'update').flatMap((change) => (mayChange(change, names) ? (change.before ?? []) : []));
    const memberIds = [
      ...(await findReevaluatedIds(context, rowsBefore(['comp_visits_period', 'is_active', 'hotel_id']))),
      ...ofAction(changes, 'restore').map(({ id }) => id),
    ];
    if (memberIds.length > 0) await reevaluateTiers(context, outbox, memberIds);
    await forgetFormerAddresses(context, rowsBefore(['email']));
    const deletedIds = ofAction(changes, 'delete').map(({ id }) => id);
    if (deletedIds.length > 0) await withdrawUpgradeRequests(context.tx, deletedIds);
  },
});

const getCredits = (values: Values, before: Row | null): number =>
  Number((values.comp_visits_period === undefined ? before?.comp_visits_period : values.comp_visits_period) ?? 0);
const isTierChanged = ({ membership_id }: Values, before: Row | null): boolean =>
  before !== null && membership_id !== undefined && membership_id !== before.membership_id;

/**
 * Checks values that lead to a tier and its vouchers. The membership of a member with a running card follows from that
 * card, because approvals apply to cards. Complimentary visits are limited per term, and each change needs its own
 * reason; reverting restores a number that was valid before.
 */
async function assertEarned({ tx, isReverting }: WriteContext, values: Values, before: Row | null): Promise<void> {
  const { rows } = await sql<{ limit: number; has_term: boolean; membership_id: number | null }>`
    select option_number('complimentary-visits', 'per-term') as limit, c.id is not null as has_term,
           case when (now() at time zone effective_time_zone(s.hotel_id))::date <= c.end_date
             then c.membership_id end as membership_id
    from (values (${before?.id ?? null}::bigint)) m (id)
    left join member_standing s on s.member_id = m.id left join member_card c on c.id = s.member_card_id`.execute(tx);
  const { limit = 0, has_term = false, membership_id = null } = rows[0] ?? {};
  if (isTierChanged(values, before) && membership_id !== null && values.membership_id !== membership_id)
    throw errorForConstraint('member_tier_of_card');
  const [credits, previousCredits] = [getCredits(values, before), getCredits({}, before)];
  if (isReverting || credits === previousCredits) return;
  if (credits > previousCredits && credits > limit)
    throw validationError({ comp_visits_period: [message('comp_visits_max', limit)] });
  if (credits > previousCredits && !has_term) throw errorForConstraint('member_comp_visits_term');
  const reason = values.comp_visits_reason ?? null;
  if (reason === null || reason === before?.comp_visits_reason) throw errorForConstraint('member_comp_visits_reason');
}

/** Normalizes a card number that may be typed in groups. */
const normalizeCardNumber = (text: string): string => stripDigitSeparators(text).toLowerCase();

/** Mails may go to a new address, and to the former one if a member gets it again: it may work by then. */
async function forgetFormerAddresses({ tx }: WriteContext, before: readonly Row[]): Promise<void> {
  const addresses = before.map(({ id, email }) => ({ id, email }));
  if (addresses.length === 0) return;
  await deferStatement(
    tx,
    sql`
    delete from mail_address_state a
    using json_to_recordset(${JSON.stringify(addresses)}::json) b (id bigint, email text) join member m on m.id = b.id
    where a.email = lower(b.email) and lower(m.email) <> a.email`,
  );
}

async function findReevaluatedIds({ tx }: WriteContext, before: readonly Row[]): Promise<number[]> {
  if (before.length === 0) return [];
  const previousJson = JSON.stringify(
    before.map(({ id, comp_visits_period, is_active, hotel_id }) => ({ id, comp_visits_period, is_active, hotel_id })),
  );
  const { rows } = await sql<{ id: number }>`
    select m.id from member m
    join json_to_recordset(${previousJson}::json) b (id bigint, comp_visits_period integer, is_active boolean, hotel_id bigint) on b.id = m.id
    where (m.comp_visits_period, m.is_active, m.hotel_id) is distinct from (b.comp_visits_period, b.is_active, b.hotel_id)`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
