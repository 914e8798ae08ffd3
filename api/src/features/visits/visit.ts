import { isReason, message, trimTrailingZeros } from '@innkeeper/contract';
import { genericPlanArray } from '@innkeeper/db';
import { sql } from 'kysely';
import { ApiError, apiError, validationError } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { ResourceHooks, Row, Values, WriteContext } from '../../engine/resources/resource-hooks.ts';
import { isClosedSql } from '../../engine/resources/closed-months.ts';
import { isFuture } from '../../engine/resources/future.ts';
import { lockMembersOfVisits } from '../../domain/lock-order.ts';
import { upgradeTiers, reevaluateTiers } from '../../domain/tier-changes.ts';
import { zoneSql } from '../../domain/hotel-time-zone.ts';
import { visitTexts } from '../../texts/visits.ts';

/** How far back a visit may be posted. */
const MAX_MONTHS_BACK = 3;
/** From this many days late, a visit is an adjustment and needs a remark. */
const LATE_DAYS = 2;

/**
 * Visits. The database sets total, currency and rate (see snapshot_rate), and counts each bill once. A visit is posted
 * on its day or soon after, in its hotel's local days. Enough visits upgrade the member to the next tier, see
 * tier-changes.ts. The guest gets one thank-you mail per day and hotel. A visit without an amount is stored but does
 * not count until it has one.
 */
export const visit = (outbox: Outbox): ResourceHooks => ({
  lockFirst: lockMembersOfVisits,
  computedSql: {
    time_zone: (ref) => zoneSql(ref, 'hotel'),
    locked_reason: (ref) => `case when ${isClosedSql(ref('hotel_id'), ref('visit_date'))} then 'month_closed' end`,
  },
  // Synchronous if the day is unchanged, so that many changes can be written in one batch.
  beforeWrite: (context, values, before) => {
    if (before && context.dryRun && isAdjusted(context, values, before)) return resolveEdit(context, values, before);
    return before && !isDayChanged(values, before) ? undefined : resolveVisitDay(context, values, before);
  },
  batchCreate: {
    before: evaluateDays,
    after: async (context, ids) => upgradeGuests(context, outbox, ids),
  },
  afterUpdate: async (context, before) => {
    await assertEdits(context, before);
    const members = await readMemberIds(
      context,
      before.map(({ id }) => id),
    );
    await reevaluateTiers(context, outbox, [...members, ...before.map(({ member_id }) => Number(member_id))]);
  },
  // Few visits trigger an upgrade, so check cheaply first.
  afterCreateCondition: 'exists (select from member_standing s where s.member_id = t.member_id and s.to_upgrade = 0)',
  afterCreate: async (context, id, canUpgrade) => {
    if (canUpgrade) await upgradeGuests(context, outbox, [id]);
    await outbox(context.tx, { mailType: 'visit-thank-you', about: { visitId: id } });
  },
  beforeRevert: assertUpgradeUnused,
  afterDelete: async (context, ids) => reevaluateTiers(context, outbox, await readMemberIds(context, ids)),
  afterRestore: async (context, rows) =>
    upgradeTiers(
      context,
      outbox,
      rows.map(({ member_id }) => Number(member_id)),
    ),
});

async function resolveVisitDay(context: WriteContext, values: Values, before: Row | null): Promise<Values> {
  const [evaluated = values] = await evaluateDays(context, [{ ...before, ...values }]);
  if (evaluated instanceof ApiError) throw evaluated;
  return { ...values, visit_date: evaluated.visit_date };
}

async function readMemberIds({ tx }: WriteContext, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('visit')
    .select('member_id')
    .distinct()
    .where('id', '=', sql<number>`any(${genericPlanArray(ids)})`)
    .execute();
  return rows.map(({ member_id }) => member_id);
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
async function assertUpgradeUnused({ tx }: WriteContext, rows: readonly Row[]): Promise<void> {
  const redeemedRows = await sql`
    select from visit v
    join member_card c on c.member_id = v.member_id and c.upgraded_from_id is not null and c.transaction_id is null
      and c.created_at >= v.created_at
    join member_voucher b on b.member_card_id = c.id
    join voucher_redeem r on r.member_voucher_id = b.id and r.deleted_at is null
    where v.id = any(${rows.map(({ id }) => id)}::bigint[]) limit 1`.execute(tx);
  if (redeemedRows.rows.length > 0) throw apiError('conflict', { message: visitTexts.tierUsed });
}

/** Whether an update changes the day. An unchanged day remains valid however old it is. */
const isDayChanged = ({ visit_date }: Values, before: Row): boolean =>
  visit_date instanceof Date &&
  !(before.visit_date instanceof Date && before.visit_date.getTime() === visit_date.getTime());

/** Returns the visits with their day, or the error why they cannot be posted on it. */
async function evaluateDays(context: WriteContext, visits: readonly Values[]): Promise<(Values | ApiError)[]> {
  const evaluations = await evaluateVisits(context, visits);
  return visits.map((values, i) => {
    const at = visitTimeOf(context, values);
    if (isFuture(at, context.now)) return validationError({ visit_date: [message('future')] });
    const { days, is_too_old } = (context.isRestoring ? undefined : evaluations[i]) ?? ON_TIME;
    if (is_too_old) return validationError({ visit_date: [message('months_back', MAX_MONTHS_BACK)] });
    if (days >= LATE_DAYS && !isRemarkSufficient(context, values))
      return validationError({ remark: [message('late_remark')] });
    return findAmountRejection(evaluations[i]) ?? { ...values, visit_date: at };
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

async function resolveEdit(context: WriteContext, values: Values, before: Row): Promise<Values> {
  const [rejection] = await findEditRejections(context, [{ after: { ...before, ...values }, before }]);
  if (rejection) throw rejection;
  return isDayChanged(values, before) ? resolveVisitDay(context, values, before) : values;
}

/** Rejects invalid edits, for all visits changed at the same time. Throws a 422. */
async function assertEdits(context: WriteContext, before: readonly Row[]): Promise<void> {
  const { rows } = await sql<Row>`select * from visit where id = any(${before.map(({ id }) => id)}::bigint[])`.execute(
    context.tx,
  );
  const beforeById = new Map(before.map((row) => [row.id, row]));
  const edits = rows.map((after) => ({ after, before: beforeById.get(after.id) ?? after }));
  const adjustedEdits = edits.filter((edit) => isAdjusted(context, edit.after, edit.before));
  const rejection = (await findEditRejections(context, adjustedEdits)).find((candidate) => candidate !== undefined);
  if (rejection) throw rejection;
}

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
  const evaluations = await evaluateVisits(
    context,
    edits.map(({ after, before }) => ({ ...after, visit_date: earlierDate(after.visit_date, before.visit_date) })),
  );
  return edits.map(({ after, before }, i) => {
    const evaluation = evaluations[i];
    if (evaluation && evaluation.days >= LATE_DAYS && !isRemarkSufficient(context, after))
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
