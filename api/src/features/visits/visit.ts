import { LATE_VISIT_DAYS, isReason, message, resources, trimTrailingZeros } from '@innkeeper/contract';
import { genericPlanArray } from '@innkeeper/db';
import { sql } from 'kysely';
import { type ApiError, apiError, validationError } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import {
  type ResourceHooks,
  type Row,
  type RowChange,
  type RowResult,
  type RowWrite,
  type Values,
  type WriteContext,
  checkAll,
  mayChange,
  ofAction,
} from '../../engine/resources/resource-hooks.ts';
import { checkMonthOpen, isClosedSql } from '../../domain/closed-period.ts';
import { errorForConstraint } from '../../engine/resources/constraint-errors.ts';
import { isFuture } from '../../engine/resources/future.ts';
import { lockMembersOfVisits } from '../../domain/lock-order.ts';
import { readMemberIds, upgradeTiers, reevaluateTiers } from '../../domain/tier-changes.ts';
import { zoneSql } from '../../domain/hotel-time-zone.ts';
import { visitTexts } from '../../texts/visits.ts';

/** How far back a visit may be posted. */
const MAX_MONTHS_BACK = 3;

/**
 * Visits. The database sets total, currency and rate (see snapshot_visit), and counts each bill once. A visit is posted
 * on its day or soon after, in its hotel's local days. Enough visits upgrade the member to the next tier, see
 * tier-changes.ts. The guest gets one thank-you mail per day and hotel. A visit without an amount is stored but does
 * not count until it has one.
 */
export const visit = (outbox: Outbox): ResourceHooks => ({
  computed: {
    time_zone: (ref) => zoneSql(ref, 'hotel'),
    locked_reason: (ref) => `case when ${isClosedSql(ref('hotel_id'), ref('visit_date'))} then 'month_closed' end`,
  },
  references: { lockFirst: lockMembersOfVisits },
  check: checkAll(
    checkMonthOpen(resources.visit),
    ({ unlockedFields }, rows) =>
      rows.map(({ action, before, values }) =>
        action === 'update' ? findFixedChange(values, before, unlockedFields) : undefined,
      ),
    checkVisits,
  ),
  after: async (context, changes) => {
    const createdIds = idsOf(ofAction(changes, 'create'));
    if (createdIds.length > 0) await upgradeGuests(context, outbox, createdIds);
    if (createdIds.length > 0 && !context.isImport)
      await outbox(
        context.tx,
        createdIds.map((visitId) => ({ mailType: 'visit-thank-you', about: { visitId } })),
      );
    const changedRows = ofAction(changes, 'update', 'delete').filter(
      (change) => change.action === 'delete' || mayChange(change, COUNTED_FIELDS),
    );
    if (changedRows.length > 0) {
      const memberIds = await readMemberIds(context, 'visit', idsOf(changedRows));
      await reevaluateTiers(context, outbox, [...memberIds, ...memberIdsBefore(changedRows)]);
    }
    const restoredRows = ofAction(changes, 'restore');
    if (restoredRows.length > 0) await upgradeTiers(context, outbox, memberIdsBefore(restoredRows));
  },
});

/** A visit keeps its hotel. Only moving it changes its member, or a merge. */
function findFixedChange(
  { member_id, hotel_id }: Values,
  before: Row | null,
  unlockedFields: readonly string[] = [],
): ApiError | undefined {
  if (isChanged(member_id, before?.member_id) && !unlockedFields.includes('member_id'))
    return errorForConstraint('visit_member_immutable', 'member_id');
  return isChanged(hotel_id, before?.hotel_id) ? errorForConstraint('visit_hotel_immutable', 'hotel_id') : undefined;
}

const idsOf = (changes: readonly RowChange[]): number[] => changes.map(({ id }) => id);
const memberIdsBefore = (changes: readonly RowChange[]): number[] =>
  changes.flatMap(({ before }) => (before ? [Number(before.member_id)] : []));

/** Checks day, amounts and remark of each visit, in one statement for new ones and one for changed ones. */
async function checkVisits(context: WriteContext, rows: readonly RowWrite[]): Promise<readonly RowResult[]> {
  const results: RowResult[] = rows.map(() => undefined);
  const indexesOf = (isIncluded: (row: RowWrite) => boolean) =>
    rows.flatMap((row, i) => (isIncluded(row) ? [{ row, i }] : []));
  if (context.isRevertingOwn) await assertUpgradeUnused(context, rows);
  const edits = indexesOf(
    ({ action, before, values }) => action === 'update' && before !== null && isAdjusted(context, values, before),
  );
  const editRejections = await findEditRejections(
    context,
    edits.map(({ row: { before, values } }) => ({ after: valuesAfter(values, before), before: before ?? EMPTY_ROW })),
  );
  for (const [n, { i }] of edits.entries()) results[i] = editRejections[n];
  const datedRows = indexesOf(
    ({ action, before, values }) =>
      action === 'create' ||
      action === 'restore' ||
      (action === 'update' && before !== null && isDayChanged(values, before)),
  ).filter(({ i }) => results[i] === undefined);
  const days = await evaluateDays(
    context,
    datedRows.map(({ row: { before, values } }) => valuesAfter(values, before)),
  );
  for (const [n, { i }] of datedRows.entries()) results[i] = days[n];
  return results;
}

const EMPTY_ROW: Row = { id: 0 };

/** The visit after the write. Once its last amount is cleared, it has none (snapshot_visit). */
function valuesAfter(values: Values, before: Row | null): Values {
  const after: Values = { ...before, ...values };
  const isCleared =
    before !== null &&
    AMOUNT_FIELDS.some((name) => values[name] === null) &&
    AMOUNT_FIELDS.every(
      (name) =>
        Number(after[name] ?? 0) === 0 && (after[name] === null || !isAmountChanged({ [name]: values[name] }, before)),
    );
  return isCleared ? { ...after, ...Object.fromEntries(AMOUNT_FIELDS.map((name) => [name, null])) } : after;
}

/** Upgrades the guests of new visits who now have enough visits. Few do, so a cheap check comes first. */
async function upgradeGuests(context: WriteContext, outbox: Outbox, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ member_id: number }>`
    select distinct v.member_id from visit v join member_standing s on s.member_id = v.member_id and s.to_upgrade = 0
    where v.id = any(${genericPlanArray(ids)})`.execute(context.tx);
  const members = rows.map(({ member_id }) => member_id);
  if (members.length > 0) await upgradeTiers(context, outbox, members);
}

/** Throws a 409 if the member was upgraded since and redeemed a voucher of that upgrade. */
async function assertUpgradeUnused({ tx }: WriteContext, rows: readonly RowWrite[]): Promise<void> {
  const redeemedRows = await sql`
    select from visit v
    join member_card c on c.member_id = v.member_id and c.upgraded_from_id is not null and c.transaction_id is null
      and c.created_at >= v.created_at
    join member_voucher b on b.member_card_id = c.id
    join voucher_redeem r on r.member_voucher_id = b.id and r.deleted_at is null
    where v.id = any(${rows.map(({ before }) => before?.id)}::bigint[]) limit 1`.execute(tx);
  if (redeemedRows.rows.length > 0) throw apiError('conflict', { message: visitTexts.tierUsed });
}

/** Whether an update changes the day. An unchanged day remains valid however old it is. */
const isDayChanged = ({ visit_date }: Values, before: Row): boolean =>
  visit_date instanceof Date &&
  !(before.visit_date instanceof Date && before.visit_date.getTime() === visit_date.getTime());

/** Returns the day of each visit, or the error why it cannot be posted on it. */
async function evaluateDays(context: WriteContext, visits: readonly Values[]): Promise<(Values | ApiError)[]> {
  if (visits.length === 0) return [];
  const evaluations = await evaluateVisits(context, visits);
  return visits.map((values, i) => {
    const at = visitTimeOf(context, values);
    if (isFuture(at, context.now)) return validationError({ visit_date: [message('future')] });
    const { days, is_too_old } = (context.isRestoring ? undefined : evaluations[i]) ?? ON_TIME;
    if (is_too_old) return validationError({ visit_date: [message('months_back', MAX_MONTHS_BACK)] });
    if (days >= LATE_VISIT_DAYS && !isRemarkSufficient(context, values))
      return validationError({ remark: [message('late_remark')] });
    return findAmountRejection(evaluations[i]) ?? { visit_date: at };
  });
}

/** A restored visit is never too late: the remark of a late one cannot have been removed. */
const ON_TIME = { days: 0, is_too_old: false };

const visitTimeOf = ({ now }: WriteContext, { visit_date }: Values): Date =>
  visit_date instanceof Date ? visit_date : now;

/**
 * Whether the remark explains an unusual visit. A hotel's own system may send a short code, and a remark from before
 * this rule can be restored.
 */
const isRemarkSufficient = (
  { actor, isRestoring = false, isReverting = false }: WriteContext,
  { remark }: Values,
): boolean =>
  typeof remark === 'string' && (actor.integration !== undefined || isRestoring || isReverting || isReason(remark));

const AMOUNT_FIELDS = ['total_fb', 'total_room', 'total_others'] as const;
/** The fields that decide for whom and how a visit counts. */
const COUNTED_FIELDS = ['member_id', 'hotel_id', 'visit_date', ...AMOUNT_FIELDS];

/** Whether an update changes an amount. Emptying one that is 0 does not: the database stores 0 beside other amounts. */
const isAmountChanged = (values: Values, before: Row): boolean =>
  AMOUNT_FIELDS.some((name) => {
    const [amount, previous] = [values[name], before[name]].map((value) =>
      typeof value === 'string' ? trimTrailingZeros(value) : null,
    );
    return values[name] !== undefined && amount !== previous && !(amount === null && previous === '0');
  });

/**
 * Whether an update changes an amount or the day, or removes the remark. Reverting may remove a remark that the record
 * did not have before.
 */
const isAdjusted = (context: WriteContext, values: Values, before: Row): boolean =>
  isAmountChanged(values, before) ||
  isDayChanged(values, before) ||
  (before.remark !== null &&
    isChanged(values.remark, before.remark) &&
    !isRemarkSufficient(context, values) &&
    !context.isReverting);
const isChanged = (value: unknown, before: unknown): boolean => value !== undefined && value !== before;

interface Edit {
  readonly after: Values;
  readonly before: Row;
}

/**
 * Returns why each edit is rejected, or undefined. An edit needs a remark if it is made two days or more after the
 * earlier of its two days, or if the total exceeds the country's limit. Its amounts have at most the currency's
 * decimals and total more than 0.
 */
async function findEditRejections(context: WriteContext, edits: readonly Edit[]): Promise<(ApiError | undefined)[]> {
  if (edits.length === 0) return [];
  const evaluations = await evaluateVisits(
    context,
    edits.map(({ after, before }) => ({ ...after, visit_date: earlierDate(after.visit_date, before.visit_date) })),
  );
  return edits.map(({ after, before }, i) => {
    const evaluation = evaluations[i];
    if (evaluation && evaluation.days >= LATE_VISIT_DAYS && !isRemarkSufficient(context, after))
      return validationError({ remark: [message('late_change')] });
    return isAmountChanged(after, before) ? findAmountRejection(evaluation) : findRemarkRejection(evaluation);
  });
}

const earlierDate = (a: unknown, b: unknown): unknown => (a instanceof Date && b instanceof Date && b < a ? b : a);

function findAmountRejection(evaluation: Evaluation | undefined): ApiError | undefined {
  if (evaluation?.excess_fields !== undefined && evaluation.excess_fields.length > 0)
    return validationError(
      Object.fromEntries(
        evaluation.excess_fields.map((name) => [name, [message('currency_scale', evaluation.decimals)]]),
      ),
    );
  if (evaluation?.is_too_large) return validationError({ total_fb: [message('usd_value_too_large')] });
  if (evaluation?.is_zero) return validationError({ total_fb: [message('empty_bill')] });
  return findRemarkRejection(evaluation);
}

const findRemarkRejection = (evaluation: Evaluation | undefined): ApiError | undefined =>
  evaluation?.needs_remark ? validationError({ remark: [message('high_remark')] }) : undefined;

interface Evaluation {
  /** How many days late it is posted, in its hotel's local days. */
  readonly days: number;
  readonly is_too_old: boolean;
  readonly is_zero: boolean;
  /** Its value in US dollars is too large to store. */
  readonly is_too_large: boolean;
  /** Names of the amounts with more decimals than the currency. */
  readonly excess_fields: readonly string[];
  readonly decimals: number;
  readonly needs_remark: boolean;
}

/** Evaluates the day and amounts of each visit by its hotel and country, in one statement. */
async function evaluateVisits(context: WriteContext, visits: readonly Values[]): Promise<Evaluation[]> {
  const { tx, now } = context;
  const [fb, room, others] = AMOUNT_FIELDS.map(
    (name) => sql`${visits.map((values) => values[name] ?? null)}::numeric[]`,
  );
  const { rows } = await sql<Evaluation>`
    select d.today - d.day as days, d.day < (d.today - make_interval(months => ${MAX_MONTHS_BACK}))::date as is_too_old,
           h.id is not null and t.total = 0 as is_zero, not fits_usd_column(t.total, c.usd_rate) as is_too_large,
           not v.has_remark and t.total > bill_limit(c.visit_limit, c.usd_rate) as needs_remark,
           coalesce(t.excess_fields, '{}') as excess_fields, c.decimals
    from unnest(${visits.map(({ hotel_id }) => Number(hotel_id))}::bigint[],
                ${visits.map((values) => visitTimeOf(context, values))}::timestamptz[],
                ${visits.map((values) => isRemarkSufficient(context, values))}::boolean[], ${fb}, ${room}, ${others})
      with ordinality v (hotel_id, at, has_remark, total_fb, total_room, total_others, n)
    left join (hotel h join country c on c.id = h.country_id) on h.id = v.hotel_id
    cross join lateral (select effective_time_zone(h.time_zone, c.time_zone) as zone) p
    cross join lateral (select (${now}::timestamptz at time zone p.zone)::date as today,
        (v.at at time zone p.zone)::date as day) d
    cross join lateral (
      select sum(a.amount) as total, array_agg(a.name) filter (where has_excess_decimals(a.amount, c.decimals)) as excess_fields
      from (values ('total_fb', v.total_fb), ('total_room', v.total_room), ('total_others', v.total_others)) a (name, amount)) t
    order by v.n`.execute(tx);
  return rows;
}
