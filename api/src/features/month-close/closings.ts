import { type ResourceDefinition, message } from '@innkeeper/contract';
import { MONTH_CLOSE_LABEL, type ClosingCountry, type MonthClosing } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { instantSql, personSql } from '../../access/named-records.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import { canSeeWholeCountrySql } from '../../domain/country-visibility.ts';

export type Executor = Db['kysely'] | Tx;

/** SQL: whether the country `n` is visible to an actor: it has hotels, and all of them are visible. */
const visibleCountrySql = (actor: Actor): RawBuilder<unknown> =>
  sql`exists (select from hotel h where h.country_id = n.id) and ${canSeeWholeCountrySql(actor)}`;

/** SQL: the last month that ended at least two hours ago in every zone of the country `n`. */
const lastEndedMonthSql = (now: Date): RawBuilder<unknown> => sql`
  (select to_char(min(${now}::timestamptz at time zone z.zone) - interval '2 hours' - interval '1 month', 'YYYY-MM')
   from hotel h join hotel_time_zone z on z.hotel_id = h.id where h.country_id = n.id)`;

/** The countries whose months an actor may see. */
export async function readCountries(db: Executor, actor: Actor, now: Date): Promise<readonly ClosingCountry[]> {
  const { rows } = await sql<ClosingCountry>`
    select n.id, n.name, n.currency, n.decimals, ${lastEndedMonthSql(now)} as month
    from country n where n.deleted_at is null and ${visibleCountrySql(actor)} order by n.name, n.id`.execute(db);
  return rows;
}

/** Finds one of these countries. Throws a 422 for a country that is not visible. */
export async function getCountry(db: Executor, actor: Actor, now: Date, id: number): Promise<ClosingCountry> {
  const country = (await readCountries(db, actor, now)).find((candidate) => candidate.id === id);
  if (!country) throw validationError({ country_id: [message('reference')] });
  return country;
}

const CLOSING_SQL = sql`
  select m.id, json_build_object('id', n.id, 'name', n.name) as country, m.month, m.remark,
         ${instantSql('m.closed_at')} as closed_at, ${personSql('c')} as closed_by,
         ${instantSql('m.reopened_at')} as reopened_at, ${personSql('r')} as reopened_by,
         ${personSql('a')} as approved_by, m.reopen_reason, m.seal_id || '-' || encode(m.seal_hash, 'hex') as head
  from month_close m join country n on n.id = m.country_id join users c on c.id = m.closed_by_id
  left join users r on r.id = m.reopened_by_id left join users a on a.id = m.approved_by_id`;

/** Visible closings that meet a condition, the newest month first. */
export async function readClosings(
  db: Executor,
  actor: Actor,
  where: RawBuilder<unknown>,
  { page, perPage }: { readonly page: number; readonly perPage: number } = { page: 1, perPage: 1 },
): Promise<{ readonly data: readonly MonthClosing[]; readonly total: number }> {
  const visibleCondition = sql`${visibleCountrySql(actor)} and ${where}`;
  const { rows } = await sql<MonthClosing>`${CLOSING_SQL} where ${visibleCondition}
    order by m.month desc, m.id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(db);
  const countResult = await sql<{ total: number }>`
    select count(*)::int as total from month_close m join country n on n.id = m.country_id where ${visibleCondition}`.execute(
    db,
  );
  return { data: rows, total: countResult.rows[0]?.total ?? 0 };
}

/** A visible closing. Throws a 404 for any other. */
export async function getClosing(db: Executor, actor: Actor, id: number): Promise<MonthClosing> {
  const { data } = await readClosings(db, actor, sql`m.id = ${id}`);
  const [closing] = data;
  const label: ResourceDefinition['label'] = MONTH_CLOSE_LABEL;
  if (!closing) throw apiError('record_not_found', { params: { label, id } });
  return closing;
}

/** Locks a country for closing a month: until the transaction ends, nobody can write into the country's past. */
export const lockCountry = (tx: Tx, countryId: number) =>
  sql`select pg_advisory_xact_lock(hashtext('month_close'), ${countryId}::integer)`.execute(tx);
