import { message, resources } from '@innkeeper/contract';
import type { RateCorrection, RateInUse, RatePreview } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { instantSql } from '../../access/named-records.ts';
import type { Actor } from '../../access/actor.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import { canSeeWholeCountrySql } from '../../domain/country-visibility.ts';

export type Executor = Db['kysely'] | Tx;

/** A country whose rate is corrected. */
export interface RatedCountry {
  readonly id: number;
  readonly currency: string;
  readonly usd_rate: string | null;
}

/** The wrong rate, its correct value, and the days at each hotel; null means no limit. */
export interface Correction {
  readonly wrong_rate: string;
  readonly usd_rate: string;
  readonly from_date: string | null;
  readonly until_date: string | null;
}

/** Loads a country whose hotels are all visible, and locks it if `shouldLock` is true. Throws a 404 for any other. */
export async function readCountry(db: Executor, actor: Actor, id: number, shouldLock = false): Promise<RatedCountry> {
  const { rows } = await sql<RatedCountry>`
    select n.id, n.currency, n.usd_rate::text as usd_rate from country n
    where n.id = ${id} and n.deleted_at is null
      and ${canSeeWholeCountrySql(actor)} ${sql.raw(shouldLock ? 'for no key update' : '')}`.execute(db);
  const [country] = rows;
  if (!country) throw apiError('record_not_found', { params: { label: resources.country.label, id } });
  return country;
}

/** Throws a 422 if both rates are equal or the period is empty. */
export function assertValidCorrection({ wrong_rate, usd_rate, from_date, until_date }: Correction): void {
  if (Number(wrong_rate) === Number(usd_rate)) throw validationError({ usd_rate: [message('same_rate')] });
  if (from_date !== null && until_date !== null && until_date < from_date)
    throw validationError({ until_date: [message('not_before', from_date)] });
}

/**
 * Whether the country currently has the wrong rate. If so, it is corrected too, unless the correction has an end date.
 */
export const isCountryRate = ({ usd_rate }: RatedCountry, { wrong_rate, until_date }: Correction): boolean =>
  until_date === null && usd_rate !== null && Number(usd_rate) === Number(wrong_rate);

/** SQL for the records that use the wrong rate. */
export const affectedRecordsSql = (countryId: number, { wrong_rate, from_date, until_date }: Correction) =>
  sql<AffectedRecord>`select * from records_with_rate(${countryId}::bigint, ${wrong_rate}::numeric, ${from_date}::date, ${until_date}::date)`;

export interface AffectedRecord {
  readonly resource: 'transaction' | 'visit';
  readonly record_id: number;
  readonly month: string;
  /** The closed month that locks the record. */
  readonly closed_in: string | null;
}

/** Rates used by records of a country, latest first. */
export async function readRates(db: Executor, countryId: number): Promise<readonly RateInUse[]> {
  const { rows } = await sql<RateInUse>`
    select r.rate::text as usd_rate, coalesce(r.rate = n.usd_rate, false) as is_current,
           count(*) filter (where r.resource = 'transaction')::int as transactions,
           count(*) filter (where r.resource = 'visit')::int as visits,
           min(r.day)::text as first_day, max(r.day)::text as last_day
    from country n join hotel h on h.country_id = n.id join hotel_time_zone z on z.hotel_id = h.id
    cross join lateral (
      select 'transaction' as resource, t.usd_rate as rate, (t.transaction_date at time zone z.zone)::date as day
      from transaction t where t.hotel_id = h.id and t.currency = n.currency and t.usd_rate is not null
      union all
      select 'visit', v.usd_rate, (v.visit_date at time zone z.zone)::date
      from visit v where v.hotel_id = h.id and v.currency = n.currency and v.usd_rate is not null) r
    where n.id = ${countryId} group by n.usd_rate, r.rate order by max(r.day) desc, r.rate`.execute(db);
  return rows;
}

/** Corrections of a country, or one of them by id, newest first. */
export async function readCorrections(
  db: Executor,
  countryId: number,
  id: number | null = null,
): Promise<readonly RateCorrection[]> {
  const { rows } = await sql<RateCorrection>`
    select c.id, json_build_object('id', n.id, 'name', n.name) as country, c.wrong_rate::text, c.right_rate::text,
           c.from_date::text, c.until_date::text, c.reason, c.transactions, c.lines, c.visits, c.left_closed,
           c.is_rate_of_country,
           ${instantSql('c.corrected_at')} as corrected_at, json_build_object('id', u.id, 'name', u.name) as corrected_by,
           ${instantSql('c.undone_at')} as undone_at,
             case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end as undone_by
    from rate_correction c join country n on n.id = c.country_id join users u on u.id = c.corrected_by_id
    left join users b on b.id = c.undone_by_id
    where c.country_id = ${countryId} and (${id}::bigint is null or c.id = ${id}) order by c.id desc`.execute(db);
  return rows;
}

/** The changes that a correction would make, per month. Throws a 422 for a correction without effect. */
export async function previewCorrection(
  db: Executor,
  country: RatedCountry,
  correction: Correction,
): Promise<RatePreview> {
  assertValidCorrection(correction);
  const newRate = correction.usd_rate;
  const { rows } = await sql<Omit<RatePreview, 'is_rate_of_country'>>`
    with rated as materialized (${affectedRecordsSql(country.id, correction)}),
    worth as (
      select r.*, (select count(*) from transaction_detail d where d.transaction_id = t.id) as lines,
             case when t.deleted_at is null then t.grand_total_usd else 0 end as before,
             case when t.deleted_at is null then round(t.grand_total / ${newRate}::numeric, 2) else 0 end as after
      from rated r join transaction t on t.id = r.record_id where r.resource = 'transaction'
      union all
      select r.*, 0, case when v.deleted_at is null then coalesce(v.grand_total_usd, 0) else 0 end,
             case when v.deleted_at is null then coalesce(round(v.grand_total / ${newRate}::numeric, 2), 0) else 0 end
      from rated r join visit v on v.id = r.record_id where r.resource = 'visit'
    ),
    months as (
      select month, count(*) filter (where resource = 'transaction')::int as transactions,
             count(*) filter (where resource = 'visit')::int as visits,
             sum(before)::numeric(30, 2)::text as before, sum(after)::numeric(30, 2)::text as after,
             (sum(after) - sum(before))::numeric(30, 2)::text as difference
      from worth where closed_in is null group by month
    )
    select count(*) filter (where closed_in is null and resource = 'transaction')::int as transactions,
           coalesce(sum(lines) filter (where closed_in is null), 0)::int as lines,
           count(*) filter (where closed_in is null and resource = 'visit')::int as visits,
           coalesce((select json_agg(m order by m.month) from months m), '[]') as months,
           count(*) filter (where closed_in is not null)::int as left_closed,
           coalesce(array_agg(distinct closed_in) filter (where closed_in is not null), '{}') as closed_months
    from worth`.execute(db);
  const [preview] = rows;
  if (!preview) throw new Error('A count returns one row');
  return { ...preview, is_rate_of_country: isCountryRate(country, correction) };
}
