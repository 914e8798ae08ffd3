import { LIABILITY_PART_KEYS, type Language, message } from '@innkeeper/contract';
import type { Liability, QueryOf, monthCloseCalls } from '@innkeeper/contract/calls';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { namedRecordSql } from '../../access/named-records.ts';
import { visibleHotelSql } from '../../access/scope.ts';
import type { FilterContext } from '../../engine/resources/conditions.ts';
import { dayLabel } from '../../platform/http/format-day.ts';
import { validationError } from '../../platform/http/api-error.ts';
import type { Executor } from './closings.ts';

/**
 * Liability of vouchers at the visible hotels. See
 * docs/decisions/0092-report-voucher-liability-by-day-and-fees-by-service-month.md.
 */

export interface LiabilityQuery {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** One row per voucher type, or one per voucher of the catalogue. */
  readonly by: 'type' | 'voucher';
  /** Limits to the hotels of one country, or to one hotel. */
  readonly country: number | null;
  readonly hotel: number | null;
}

type Parameters = QueryOf<(typeof monthCloseCalls)['GET /api/month_close/liability']>;

/**
 * Builds the query from the parameters. The default period runs from the first of the last day's month until today.
 * Throws a 422 if the period ends before it begins.
 */
export function parseLiabilityQuery(
  { from, to, by = 'type', country_id, hotel_id }: Parameters,
  { now, timeZone }: FilterContext,
): LiabilityQuery {
  const lastDay =
    to ?? Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const firstDay = from ?? `${lastDay.slice(0, 7)}-01`;
  if (firstDay > lastDay) throw validationError({ to: [message('not_before', dayLabel(firstDay))] });
  return { from: firstDay, to: lastDay, by, country: country_id, hotel: hotel_id };
}

/** The values of each part, with the SQL cast for their sum. */
export const LIABILITY_VALUES = {
  number: sql`::bigint`,
  nominal: sql`::numeric(18, 3)`,
  nominal_usd: sql`::numeric(18, 2)`,
  without_rate: sql`::bigint`,
} as const;
export type LiabilityValueKey = keyof typeof LIABILITY_VALUES;

/** SQL for the sum of one part over the rows `l`. */
export const partSumSql = (part: string, value: LiabilityValueKey): RawBuilder<unknown> =>
  sql`coalesce(sum(${sql.ref(`l.${value}`)}) filter (where l.part = ${sql.lit(part)}), 0)${LIABILITY_VALUES[value]}`;

/** SQL for the name of the kind `k` in a language. Voucher types are options, which have one name. */
export const kindNameSql = ({ by }: LiabilityQuery, language: Language): RawBuilder<unknown> =>
  by === 'voucher' && language === 'id' ? sql`k.name_id` : sql`k.name`;

/**
 * SQL for the rows, grouped and ordered by hotel `h`, kind `k` and currency of `l`. `columns` are the selected values.
 */
export const liabilitySql = (
  actor: Actor,
  { from, to, by, country, hotel }: LiabilityQuery,
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => sql`
  select ${sql.join(columns)}
  from liability_between(
    array(
      select h.id from hotel h
      where ${visibleHotelSql(actor, sql`h.id`)} and h.id = coalesce(${hotel}::bigint, h.id)
        and h.country_id = coalesce(${country}::bigint, h.country_id)),
    ${from}::date, ${to}::date) l
  join hotel h on h.id = l.hotel_id join voucher v on v.id = l.voucher_id
  join ${by === 'type' ? sql`option_detail k on k.id = v.type_voucher_id` : sql`voucher k on k.id = v.id`}
  group by h.id, k.id, l.currency order by h.code, h.id, k.name, k.id, l.currency`;

export async function readLiability(db: Executor, actor: Actor, query: LiabilityQuery): Promise<readonly Liability[]> {
  const parts = LIABILITY_PART_KEYS.map(
    (
      part,
    ) => sql`json_build_object('number', ${partSumSql(part, 'number')}, 'nominal', ${partSumSql(part, 'nominal')}::text,
      'nominal_usd', ${partSumSql(part, 'nominal_usd')}::text,
      'without_rate', ${partSumSql(part, 'without_rate')}) as ${sql.ref(part)}`,
  );
  const kind = sql`json_build_object('id', k.id, 'name', ${kindNameSql(query, 'en')},
        'name_id', ${kindNameSql(query, 'id')}) as kind`;
  const statement = liabilitySql(actor, query, [sql`${namedRecordSql('h')} as hotel`, kind, sql`l.currency`, ...parts]);
  return (await sql<Liability>`${statement}`.execute(db)).rows;
}
