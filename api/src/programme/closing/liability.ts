import { type Language, message } from '@innkeeper/contract';
import { type Liability, LIABILITY_PARTS, type QueryOf, type monthCloseCalls } from '@innkeeper/contract/calls';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { namedSql } from '../../access/named.ts';
import { hotelInSightSql } from '../../access/scope.ts';
import type { FilterContext } from '../../engine/resources/conditions.ts';
import { dayLabel } from '../../platform/http/day-in-words.ts';
import { invalid } from '../../platform/http/fail.ts';
import type { Executor } from './closings.ts';

/** The liability of the vouchers of the hotels in sight. See docs/decisions/0092-liability-as-of-a-day.md. */

export interface LiabilityQuery {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** Vouchers of one type together, or each voucher of the catalogue by itself. */
  readonly by: 'type' | 'voucher';
  /** Of this country's hotels alone, or of this hotel. */
  readonly country: number | null;
  readonly hotel: number | null;
}

type Parameters = QueryOf<(typeof monthCloseCalls)['GET /api/month_close/liability']>;

/** The query of the parameters, up to today and from the first of that month unless other days are given. Throws a 422 for a period that ends before it begins. */
export function liabilityQuery(
  { from, to, by = 'type', country_id, hotel_id }: Parameters,
  { now, timeZone }: FilterContext,
): LiabilityQuery {
  const last =
    to ?? Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const first = from ?? `${last.slice(0, 7)}-01`;
  if (first > last) throw invalid({ to: [message('not_before', dayLabel(first))] });
  return { from: first, to: last, by, country: country_id, hotel: hotel_id };
}

/** The values of each part, with the SQL that makes the type of their sum. */
export const WORTH = {
  number: sql`::bigint`,
  nominal: sql`::numeric(18, 3)`,
  nominal_usd: sql`::numeric(18, 2)`,
  without_rate: sql`::bigint`,
} as const;
export type WorthKey = keyof typeof WORTH;

/** SQL of a sum of one part over the rows `l`. */
export const partSql = (part: string, value: WorthKey): RawBuilder<unknown> =>
  sql`coalesce(sum(${sql.ref(`l.${value}`)}) filter (where l.part = ${sql.lit(part)}), 0)${WORTH[value]}`;

/** SQL of the name of the kind `k` in a language. Types of vouchers are options, and have one name. */
export const kindName = ({ by }: LiabilityQuery, language: Language): RawBuilder<unknown> =>
  by === 'voucher' && language === 'id' ? sql`k.name_id` : sql`k.name`;

/** SQL of the rows by hotel `h`, kind `k` and currency of `l`, in order; `columns` are their sums. */
export const liabilitySql = (
  actor: Actor,
  { from, to, by, country, hotel }: LiabilityQuery,
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => sql`
  select ${sql.join(columns)}
  from liability_between(
    array(
      select h.id from hotel h
      where ${hotelInSightSql(actor, sql`h.id`)} and h.id = coalesce(${hotel}::bigint, h.id) and h.country_id = coalesce(${country}::bigint, h.country_id)),
    ${from}::date, ${to}::date) l
  join hotel h on h.id = l.hotel_id join voucher v on v.id = l.voucher_id
  join ${by === 'type' ? sql`option_detail k on k.id = v.type_voucher_id` : sql`voucher k on k.id = v.id`}
  group by h.id, k.id, l.currency order by h.code, h.id, k.name, k.id, l.currency`;

export async function readLiability(db: Executor, actor: Actor, query: LiabilityQuery): Promise<readonly Liability[]> {
  const parts = LIABILITY_PARTS.map(
    (part) => sql`json_build_object('number', ${partSql(part, 'number')}, 'nominal', ${partSql(part, 'nominal')}::text,
      'nominal_usd', ${partSql(part, 'nominal_usd')}::text, 'without_rate', ${partSql(part, 'without_rate')}) as ${sql.ref(part)}`,
  );
  const kind = sql`json_build_object('id', k.id, 'name', ${kindName(query, 'en')}, 'name_id', ${kindName(query, 'id')}) as kind`;
  const statement = liabilitySql(actor, query, [sql`${namedSql('h')} as hotel`, kind, sql`l.currency`, ...parts]);
  return (await sql<Liability>`${statement}`.execute(db)).rows;
}
