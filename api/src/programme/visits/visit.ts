import { isReason, message, withoutZeros } from '@innkeeper/contract';
import { plannedOnce } from '@innkeeper/db';
import { sql } from 'kysely';
import { ApiError, fail, invalid } from '../../platform/http/fail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Behaviour, Row, Values, WriteContext } from '../../engine/resources/behaviour.ts';
import { isClosedSql } from '../../engine/resources/months.ts';
import { isFuture } from '../../engine/resources/future.ts';
import { lockMembersOfVisits } from '../cards/lock-order.ts';
import { raiseLevels, reconsiderLevels } from '../cards/levels.ts';
import { zoneSql } from '../places/zone.ts';

/** How far back a visit may be posted. */
const MONTHS_BACK = 3;
/** From so many days late on a visit is an adjustment, which says why. */
const LATE_DAYS = 2;

/**
 * Visits. Totals, currency and rate are the database's (see keep_rate), and so is that a bill counts once. A visit is posted on its
 * day or soon after, in the days of its hotel. Enough of them lift their member to the next level, see standing/levels.ts.
 * The guest is thanked by mail, once a day and hotel. A visit of which no amount is told is kept, and counts nothing until one is.
 */
export const visit = (outbox: Outbox): Behaviour => ({
  lockFirst: lockMembersOfVisits,
  computed: {
    time_zone: (ref) => zoneSql(ref, 'hotel'),
    stays_because: (ref) => `case when ${isClosedSql(ref('hotel_id'), ref('visit_date'))} then 'month_closed' end`,
  },
  // At once where the day stays: many changes are written together then.
  beforeWrite: (context, values, before) => {
    if (before && context.check && isAdjusted(context, values, before)) return judgedEdit(context, values, before);
    return before && !isMoved(values, before) ? undefined : judgedDay(context, values, before);
  },
  many: {
    before: judgeDays,
    after: async (context, ids) => raiseGuests(context, outbox, ids),
  },
  afterUpdate: async (context, before) => {
    await refuseEdits(context, before);
    const members = await membersOf(
      context,
      before.map(({ id }) => id),
    );
    await reconsiderLevels(context, outbox, [...members, ...before.map(({ member_id }) => Number(member_id))]);
  },
  // Hardly any visit lifts its guest.
  asksAfterCreate: 'exists (select from member_standing s where s.member_id = t.member_id and s.to_upgrade = 0)',
  afterCreate: async (context, id, mayRise) => {
    if (mayRise) await raiseGuests(context, outbox, [id]);
    await outbox(context.tx, { mailType: 'visit-thank-you', about: { visitId: id } });
  },
  beforeTakeBack: refuseUsedLevel,
  afterDelete: async (context, ids) => reconsiderLevels(context, outbox, await membersOf(context, ids)),
  afterRestore: async (context, rows) =>
    raiseLevels(
      context,
      outbox,
      rows.map(({ member_id }) => Number(member_id)),
    ),
});

async function judgedDay(context: WriteContext, values: Values, before: Row | null): Promise<Values> {
  const [answer = values] = await judgeDays(context, [{ ...before, ...values }]);
  if (answer instanceof ApiError) throw answer;
  return { ...values, visit_date: answer.visit_date };
}

async function membersOf({ tx }: WriteContext, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('visit')
    .select('member_id')
    .distinct()
    .where('id', '=', sql<number>`any(${plannedOnce(ids)})`)
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** Lifts the guests of new visits who have the visits for it now. Hardly any has: that is asked before anything else. */
async function raiseGuests(context: WriteContext, outbox: Outbox, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ member_id: number }>`
    select distinct v.member_id from visit v join member_standing s on s.member_id = v.member_id and s.to_upgrade = 0
    where v.id = any(${plannedOnce(ids)})`.execute(context.tx);
  const members = rows.map(({ member_id }) => member_id);
  if (members.length > 0) await raiseLevels(context, outbox, members);
}

const LEVEL_USED = {
  en: 'A voucher of the level that this visit led to was redeemed: somebody who may delete visits decides about it.',
  id: 'Voucher dari tingkat yang dicapai berkat kunjungan ini sudah ditukar: hanya pengguna yang berhak menghapus kunjungan dapat membatalkannya.',
};

/** Refuses with a 409 where the member rose since, and used a voucher of that rise. */
async function refuseUsedLevel({ tx }: WriteContext, rows: readonly Row[]): Promise<void> {
  const used = await sql`
    select from visit v
    join member_card c on c.member_id = v.member_id and c.upgraded_from_id is not null and c.transaction_id is null and c.created_at >= v.created_at
    join member_voucher b on b.member_card_id = c.id
    join voucher_redeem r on r.member_voucher_id = b.id and r.deleted_at is null
    where v.id = any(${rows.map(({ id }) => id)}::bigint[]) limit 1`.execute(tx);
  if (used.rows.length > 0) throw fail('conflict', { message: LEVEL_USED });
}

/** Whether an update sets another day; the visit's own stays right however old it has become. */
const isMoved = ({ visit_date }: Values, before: Row): boolean =>
  visit_date instanceof Date &&
  !(before.visit_date instanceof Date && before.visit_date.getTime() === visit_date.getTime());

/** Visits with their day, or why they cannot be posted on it. */
async function judgeDays(context: WriteContext, visits: readonly Values[]): Promise<(Values | ApiError)[]> {
  const judgements = await judge(context, visits);
  return visits.map((values, i) => {
    const at = momentOf(context, values);
    if (isFuture(at, context.now)) return invalid({ visit_date: [message('future')] });
    const { days, is_too_old } = (context.isRestoring ? undefined : judgements[i]) ?? ON_ITS_DAY;
    if (is_too_old) return invalid({ visit_date: [message('months_back', MONTHS_BACK)] });
    if (days >= LATE_DAYS && !hasRemark(context, values)) return invalid({ remark: [message('late_remark')] });
    return amountRefusal(judgements[i]) ?? { ...values, visit_date: at };
  });
}

/** A visit that comes back is no later than it was: the remark of a late one cannot have been emptied. */
const ON_ITS_DAY = { days: 0, is_too_old: false };

const momentOf = ({ now }: WriteContext, { visit_date }: Values): Date =>
  visit_date instanceof Date ? visit_date : now;

/** Whether a remark says why a visit is unusual. That of a hotel's own system may be a short code; one from before this rule comes back as it was. */
const hasRemark = ({ actor, isRestoring = false, isTakingBack = false }: WriteContext, { remark }: Values): boolean =>
  typeof remark === 'string' && (actor.integration !== undefined || isRestoring || isTakingBack || isReason(remark));

const AMOUNTS = ['total_fb', 'total_room', 'total_others'] as const;

/** Whether an update gives another amount. Emptying one that is 0 gives none: the database keeps 0 beside other amounts. */
const hasOtherAmount = (values: Values, before: Row): boolean =>
  AMOUNTS.some((name) => {
    const [amount, was] = [values[name], before[name]].map((one) =>
      typeof one === 'string' ? withoutZeros(one) : null,
    );
    return values[name] !== undefined && amount !== was && !(amount === null && was === '0');
  });

/** Whether an update gives another amount or day, or takes the remark away; a record gets no remark back that it did not have. */
const isAdjusted = (context: WriteContext, values: Values, before: Row): boolean =>
  hasOtherAmount(values, before) ||
  isMoved(values, before) ||
  (before.remark !== null &&
    isOther(values.remark, before.remark) &&
    !hasRemark(context, values) &&
    !context.isTakingBack);
const isOther = (value: unknown, before: unknown): boolean => value !== undefined && value !== before;

async function judgedEdit(context: WriteContext, values: Values, before: Row): Promise<Values> {
  const [refusal] = await editRefusals(context, [{ after: { ...before, ...values }, before }]);
  if (refusal) throw refusal;
  return isMoved(values, before) ? judgedDay(context, values, before) : values;
}

/** Refuses what visits cannot become, of all that were changed at the same time. Throws a 422. */
async function refuseEdits(context: WriteContext, before: readonly Row[]): Promise<void> {
  const { rows } = await sql<Row>`select * from visit where id = any(${before.map(({ id }) => id)}::bigint[])`.execute(
    context.tx,
  );
  const then = new Map(before.map((row) => [row.id, row]));
  const edits = rows.map((after) => ({ after, before: then.get(after.id) ?? after }));
  const adjusted = edits.filter((edit) => isAdjusted(context, edit.after, edit.before));
  const refusal = (await editRefusals(context, adjusted)).find((one) => one !== undefined);
  if (refusal) throw refusal;
}

interface Edit {
  readonly after: Values;
  readonly before: Row;
}

/**
 * Why each cannot be adjusted: from two days after the earlier of its days on it needs a remark, and so does one above the limit of its country;
 * its amounts have no more decimals than the currency, and come to more than 0.
 */
async function editRefusals(context: WriteContext, edits: readonly Edit[]): Promise<(ApiError | undefined)[]> {
  const judgements = await judge(
    context,
    edits.map(({ after, before }) => ({ ...after, visit_date: earlier(after.visit_date, before.visit_date) })),
  );
  return edits.map(({ after, before }, i) => {
    const judgement = judgements[i];
    if (judgement && judgement.days >= LATE_DAYS && !hasRemark(context, after))
      return invalid({ remark: [message('late_change')] });
    return hasOtherAmount(after, before) ? amountRefusal(judgement) : remarkRefusal(judgement);
  });
}

const earlier = (a: unknown, b: unknown): unknown => (a instanceof Date && b instanceof Date && b < a ? b : a);

function amountRefusal(judgement: Judgement | undefined): ApiError | undefined {
  if (judgement?.finer !== undefined && judgement.finer.length > 0)
    return invalid(
      Object.fromEntries(judgement.finer.map((name) => [name, [message('currency_scale', judgement.decimals)]])),
    );
  if (judgement?.is_too_large) return invalid({ total_fb: [message('worth_too_large')] });
  if (judgement?.is_nothing) return invalid({ total_fb: [message('bill_of_nothing')] });
  return remarkRefusal(judgement);
}

const remarkRefusal = (judgement: Judgement | undefined): ApiError | undefined =>
  judgement?.is_high ? invalid({ remark: [message('high_remark')] }) : undefined;

interface Judgement {
  /** How late it is posted, in the days of its hotel. */
  readonly days: number;
  readonly is_too_old: boolean;
  readonly is_nothing: boolean;
  /** Its worth in US dollars cannot be recorded. */
  readonly is_too_large: boolean;
  /** The amounts that have more decimals than the currency. */
  readonly finer: readonly string[];
  readonly decimals: number;
  readonly is_high: boolean;
}

/** Judges the day and amounts of each visit by its hotel and country, in one statement. */
async function judge(context: WriteContext, visits: readonly Values[]): Promise<Judgement[]> {
  const { tx, now } = context;
  const [fb, room, others] = AMOUNTS.map((name) => sql`${visits.map((values) => values[name] ?? null)}::numeric[]`);
  const { rows } = await sql<Judgement>`
    select d.today - d.day as days, d.day < (d.today - make_interval(months => ${MONTHS_BACK}))::date as is_too_old,
           h.id is not null and t.total = 0 as is_nothing, not is_worth_recordable(t.total, c.usd_rate) as is_too_large,
           not v.has_remark and t.total > bill_limit(c.visit_limit, c.usd_rate) as is_high, coalesce(t.finer, '{}') as finer, c.decimals
    from unnest(${visits.map(({ hotel_id }) => Number(hotel_id))}::bigint[], ${visits.map((values) => momentOf(context, values))}::timestamptz[],
                ${visits.map((values) => hasRemark(context, values))}::boolean[], ${fb}, ${room}, ${others})
      with ordinality v (hotel_id, at, has_remark, total_fb, total_room, total_others, n)
    left join (hotel h join country c on c.id = h.country_id) on h.id = v.hotel_id
    cross join lateral (select zone_of(h.time_zone, c.time_zone) as zone) p
    cross join lateral (select (${now}::timestamptz at time zone p.zone)::date as today, (v.at at time zone p.zone)::date as day) d
    cross join lateral (
      select sum(a.told) as total, array_agg(a.name) filter (where is_finer_than(a.told, c.decimals)) as finer
      from (values ('total_fb', v.total_fb), ('total_room', v.total_room), ('total_others', v.total_others)) a (name, told)) t
    order by v.n`.execute(tx);
  return rows;
}
