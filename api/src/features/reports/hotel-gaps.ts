import { GAP_MEASURES, type GapMeasure } from '@innkeeper/contract';
import type { HotelGap, HotelGaps } from '@innkeeper/contract/calls';
import { type RawBuilder, sql } from 'kysely';
import { type ActorScope, visibleHotelSql } from '../../access/scope.ts';
import { overviewSql } from './overview.ts';

/**
 * Where a hotel is behind. Renewals and redemptions are compared with the median of the reader's hotels, everything
 * else with the same months of the previous year.
 */

/** Compared counts below this are chance, so they are not mentioned. */
export const MIN_SAMPLE = 20;
/** Hotels of which a median says something. */
export const MIN_HOTELS = 3;
/** Percent by which a hotel must be behind to be mentioned. */
export const MIN_GAP = 5;
const MAX_GAPS = 3;

/** The metrics of a hotel over the months; amounts are decimal texts. */
export interface HotelMetrics {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly renewals: number;
  /** Members whose last card ended in these months. */
  readonly lapsed: number;
  readonly visits: number;
  readonly visits_last_year: number;
  readonly spend_usd: string;
  readonly spend_usd_last_year: string;
  /** Visits of either year without a rate, which the amounts do not include. */
  readonly spend_without_rate: number;
  readonly new_members: number;
  readonly new_members_last_year: number;
  readonly vouchers_issued: number;
  readonly vouchers_redeemed: number;
}

const METRICS = [
  'renewals',
  'visits',
  'visits_last_year',
  'spend_usd',
  'spend_usd_last_year',
  'new_members',
  'new_members_last_year',
  'vouchers_issued',
  'vouchers_redeemed',
] as const satisfies readonly (keyof HotelMetrics)[];

/**
 * SQL for the metrics of each visible hotel, over the months from `from` to `to` (`2026-10`), both included. They are
 * those of the overview report, and the lapsed members that the list of members shows for the same days.
 */
export const hotelMetricsSql = (actor: ActorScope, { from, to }: Months, now: Date): RawBuilder<HotelMetrics> => sql`
  with months as (
    select ${`${from}-01`}::date as first, (${`${to}-01`}::date + interval '1 month')::date as next
  ),
  total as (
    select e.hotel_id, ${sql.join(METRICS.map((name) => sql`sum(${sql.ref(`e.${name}`)}) as ${sql.ref(name)}`))},
      sum(e.spend_without_rate + e.spend_without_rate_last_year) as spend_without_rate
    from (${overviewSql([...METRICS, 'spend_without_rate', 'spend_without_rate_last_year'], now)}) e
    where e.month >= (select first from months) and e.month < (select next from months)
      and ${visibleHotelSql(actor, sql`e.hotel_id`)}
    group by e.hotel_id
  ),
  ended as (
    select f.hotel_id, sum(f.ending) as lapsed
    from member_day_rollup f
    where f.day >= (select first from months) and f.day < (select next from months)
      and ${visibleHotelSql(actor, sql`f.hotel_id`)}
    group by f.hotel_id
  )
  select h.id, h.code, h.name, coalesce(ended.lapsed, 0)::int as lapsed,
    coalesce(total.spend_without_rate, 0)::int as spend_without_rate,
    ${sql.join(
      METRICS.map((name) =>
        name.startsWith('spend_')
          ? sql`round(coalesce(${sql.ref(`total.${name}`)}, 0), 2)::text as ${sql.ref(name)}`
          : sql`coalesce(${sql.ref(`total.${name}`)}, 0)::int as ${sql.ref(name)}`,
      ),
    )}
  from hotel h
  left join total on total.hotel_id = h.id
  left join ended on ended.hotel_id = h.id
  where h.deleted_at is null and ${visibleHotelSql(actor, sql`h.id`)}
  order by h.name, h.id`;

/** Two months, the first not after the last. */
interface Months {
  readonly from: string;
  readonly to: string;
}

/** The months of a year that have ended in every time zone; `to` is null if none has. */
export function endedMonths(year: number, now: Date): { readonly from: string; readonly to: string | null } {
  // The day changes last in UTC-12.
  const latestDay = new Date(now.getTime() - 12 * 3_600_000);
  const monthsSince = (latestDay.getUTCFullYear() - year) * 12 + latestDay.getUTCMonth();
  const count = Math.min(12, Math.max(0, monthsSince));
  const firstYear = String(year).padStart(4, '0');
  return { from: `${firstYear}-01`, to: count === 0 ? null : `${firstYear}-${String(count).padStart(2, '0')}` };
}

/** What a measure compares: its value with its base, which counts enough records or is not compared. */
interface Comparison {
  readonly value: string | number;
  readonly base: string | number;
  readonly sample: number;
}

const COMPARISONS: Readonly<Record<GapMeasure, (metrics: HotelMetrics) => Comparison>> = {
  renewals: ({ renewals, lapsed }) => ({ value: renewals, base: renewals + lapsed, sample: renewals + lapsed }),
  visits: ({ visits, visits_last_year }) => ({ value: visits, base: visits_last_year, sample: visits_last_year }),
  spend_usd: (metrics) => ({
    value: metrics.spend_usd,
    base: metrics.spend_usd_last_year,
    sample: metrics.spend_without_rate > 0 ? 0 : metrics.visits_last_year,
  }),
  new_members: ({ new_members, new_members_last_year }) => ({
    value: new_members,
    base: new_members_last_year,
    sample: new_members_last_year,
  }),
  vouchers_redeemed: ({ vouchers_redeemed, vouchers_issued }) => ({
    value: vouchers_redeemed,
    base: vouchers_issued,
    sample: vouchers_issued,
  }),
};
/** Measures that are a share of their base, which differs little between years but between hotels. */
const SHARES: ReadonlySet<GapMeasure> = new Set(['renewals', 'vouchers_redeemed']);

/** The largest gaps of each hotel that has enough records for at least one measure. */
export function findHotelGaps(hotels: readonly HotelMetrics[]): HotelGaps['hotels'] {
  const references = new Map(GAP_MEASURES.map((measure) => [measure, referenceOf(measure, hotels)]));
  return hotels.flatMap((metrics) => {
    const compared = GAP_MEASURES.flatMap((measure) => {
      const reference = references.get(measure);
      const percent = percentOf(measure, metrics);
      if (reference === undefined || reference <= 0 || percent === undefined) return [];
      return [{ measure, percent, reference, behind: ((reference - percent) / reference) * 100 }];
    });
    if (compared.length === 0) return [];
    const gaps = compared
      .filter(({ behind }) => behind >= MIN_GAP)
      .toSorted((first, second) => second.behind - first.behind)
      .slice(0, MAX_GAPS)
      .map(({ measure, percent, reference }): HotelGap => {
        const { value, base } = COMPARISONS[measure](metrics);
        return {
          measure,
          value: String(value),
          base: String(base),
          percent: Math.round(percent),
          median: SHARES.has(measure) ? Math.round(reference) : null,
        };
      });
    const { id, code, name } = metrics;
    return [{ hotel: { id, code, name }, gaps }];
  });
}

/** The value of a measure in percent of its base; undefined if too few records are compared. */
function percentOf(measure: GapMeasure, metrics: HotelMetrics): number | undefined {
  const { value, base, sample } = COMPARISONS[measure](metrics);
  if (sample < MIN_SAMPLE || Number(base) <= 0 || Number(value) < 0) return undefined;
  return (Number(value) / Number(base)) * 100;
}

/** The percentage that a hotel should reach: that of the median hotel for a share, otherwise the whole previous year. */
function referenceOf(measure: GapMeasure, hotels: readonly HotelMetrics[]): number | undefined {
  if (!SHARES.has(measure)) return 100;
  const percentages = hotels.flatMap((metrics) => percentOf(measure, metrics) ?? []).toSorted((a, b) => a - b);
  if (percentages.length < MIN_HOTELS) return undefined;
  const middle = percentages.length / 2;
  const [lower = 0, upper = 0] = [percentages[Math.ceil(middle) - 1], percentages[Math.floor(middle)]];
  return (lower + upper) / 2;
}
