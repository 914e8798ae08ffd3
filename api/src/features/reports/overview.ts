import { SALE_CODES, defineResource, catalogueField, overviewTable, withoutRateKey } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { MONTH_FIELDS } from './rollup.ts';
import { withoutRateField } from './missing-rates.ts';

/** The overview: totals per month, hotel and membership, compared with the same month of the previous year. */

const LAST_YEAR = '_last_year';

/** Totals by column of a rollup; the first counts the records. */
const createSource = (rollup: string, columns: Readonly<Record<string, string>>) => ({
  measures: Object.keys(columns),
  rows: sql`
    select f.month, f.hotel_id, f.membership_id, ${sql.join(
      Object.entries(columns).map(([name, column]) => sql`sum(${sql.ref(`f.${column}`)}) as ${sql.ref(name)}`),
    )}
    from ${sql.table(rollup)} f group by 1, 2, 3 having sum(${sql.ref(`f.${Object.values(columns)[0]}`)}) <> 0`,
});

/** Sources of the totals: the rollups. Hotels and memberships without remaining records in a month are omitted. */
const SOURCES: readonly { readonly measures: readonly string[]; readonly rows: RawBuilder<unknown> }[] = [
  {
    measures: ['new_members', 'free_members', 'renewals', 'sales_usd', 'sales_without_rate'],
    // A reversal subtracts its sale and amount in the month of the reversal, so closed months do not change. A refund
    // subtracts only the amount.
    rows: sql`
      select f.month, f.hotel_id, f.membership_id,
             coalesce(sum(f.net_number) filter (where d.code = '1'), 0) as new_members,
             coalesce(sum(f.net_number) filter (where d.code = '3'), 0) as free_members,
             coalesce(sum(f.net_number) filter (where d.code = '2'), 0) as renewals,
             sum(f.grand_total_usd) as sales_usd, sum(f.grand_total_without_rate) as sales_without_rate
      from sale_rollup f join option_detail d on d.id = f.transaction_type_id
      where d.code = any(${SALE_CODES}) group by 1, 2, 3 having sum(f.number) <> 0`,
  },
  createSource('visit_rollup', {
    visits: 'number',
    spend_usd: 'grand_total_usd',
    spend_without_rate: 'grand_total_without_rate',
  }),
  createSource('member_month_rollup', { joined: 'joined' }),
  createSource('voucher_rollup', { vouchers_issued: 'issued' }),
  createSource('redemption_rollup', { vouchers_redeemed: 'number' }),
];
const MEASURES = SOURCES.flatMap(({ measures }) => measures);

const { label, columns: overviewColumns } = overviewTable;
const measureColumns = overviewColumns.filter(({ column }) => MEASURES.includes(column.replace(LAST_YEAR, '')));
/** Names of the counts of records without a rate, which are shown next to sums in US dollars and have no column. */
const rateCountNames = measureColumns.flatMap(({ column }) => withoutRateKey(column) ?? []);

/** The rows that are summed. Each belongs to one hotel, so hotels add up to regions and regions to the group. */
export const overview = defineResource({
  key: 'overview',
  label,
  labels: label,
  permission: 'OVERVIEW_REPORT',
  path: '/report/overview',
  icon: 'chart-column',
  display: { name: [] },
  fields: {
    ...MONTH_FIELDS,
    ...Object.fromEntries(measureColumns.map((measureColumn) => [measureColumn.column, catalogueField(measureColumn)])),
    ...Object.fromEntries(rateCountNames.map((name) => [name, withoutRateField])),
  },
  relations: { region: 'hotel.country.region' },
  list: [],
  scope: { hotel: ['hotel_id'] },
});

export const overviewMeasures: readonly string[] = [...measureColumns.map(({ column }) => column), ...rateCountNames];

/**
 * SQL for those rows, limited to the records that the requested totals need; all of them if none is requested. The
 * previous year is shifted into the current year and no further.
 */
export function overviewSql(requestedFields: readonly string[], now: Date): RawBuilder<unknown> {
  const measureNames = new Set(requestedFields.map((name) => name.replace(LAST_YEAR, '')));
  const sources = SOURCES.filter(
    ({ measures }) => requestedFields.length === 0 || measures.some((name) => measureNames.has(name)),
  );
  const yearOffsets = [0, 1].filter(
    (n) => requestedFields.length === 0 || requestedFields.some((name) => name.endsWith(LAST_YEAR) === (n === 1)),
  );
  const statements = sources.map(({ measures, rows }) => {
    const columns = MEASURES.map((name) => (measures.includes(name) ? name : `0 as ${name}`));
    return sql`select month, hotel_id, membership_id, ${sql.raw(columns.join(', '))} from (${rows}) p`;
  });
  // Each year separately: a month limit then reaches the rollups, and no other month is summed.
  const yearSql = (n: number) => {
    const columns = MEASURES.flatMap((name) => [
      `${n === 0 ? `e.${name}` : '0'} as ${name}`,
      `${n === 1 ? `e.${name}` : '0'} as ${name}${LAST_YEAR}`,
    ]);
    const month = n === 0 ? sql`e.month` : sql`(e.month + interval '1 year')::date`;
    return sql`
      select ${month} as month, e.hotel_id, e.membership_id, ${sql.raw(columns.join(', '))}
      from (${sql.join(statements, sql` union all `)}) e
      where ${month} < date_trunc('year', ${now}::timestamptz at time zone 'Pacific/Kiritimati') + interval '1 year'`;
  };
  // The year changes first where the clocks are furthest ahead.
  return sql.join(yearOffsets.map(yearSql), sql` union all `);
}
