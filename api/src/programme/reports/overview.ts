import { SALE_CODES, defineResource, figureField, reportCatalogue, withoutRateKey } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { OF_A_MONTH } from './kept.ts';
import { withoutRateField } from './without-rate.ts';

/** The overview: the figures of a month at a hotel and of a membership, beside those of the same month of the year before. */

const LAST_YEAR = '_last_year';

/** A figure that is the number of what is kept under a kind. */
const numberOf = (figure: string, kind: string) => ({
  figures: [figure],
  rows: sql`
    select f.day as month, f.hotel_id, f.membership_id, sum(f.number) as ${sql.raw(figure)}
    from figure_now f where f.kind = ${sql.lit(kind)} group by 1, 2, 3 having sum(f.number) <> 0`,
});

/**
 * The sources of the figures: the kept ones. A month has just those hotels and memberships of which something is left: deleted records
 * count nowhere.
 */
const PARTS: readonly { readonly figures: readonly string[]; readonly rows: RawBuilder<unknown> }[] = [
  {
    figures: ['new_members', 'free_members', 'renewals', 'sales_usd', 'sales_without_rate'],
    // A reversal takes its sale away in the month in which it is made, like the money: of a closed month nothing changes. A refund takes money alone.
    rows: sql`
      select f.day as month, f.hotel_id, f.membership_id,
             coalesce(sum(f.net) filter (where d.code = '1'), 0) as new_members,
             coalesce(sum(f.net) filter (where d.code = '3'), 0) as free_members,
             coalesce(sum(f.net) filter (where d.code = '2'), 0) as renewals, sum(f.amount_usd) as sales_usd,
             sum(f.without_rate) as sales_without_rate
      from (select *, case kind when 'sale' then number when 'reversal' then -number else 0 end as net
            from figure_now where kind in ('sale', 'reversal', 'refund')) f
      join option_detail d on d.id = f.part::bigint
      where d.code = any(${SALE_CODES}) group by 1, 2, 3 having sum(f.number) <> 0`,
  },
  {
    figures: ['visits', 'spend_usd', 'spend_without_rate'],
    rows: sql`
      select f.day as month, f.hotel_id, f.membership_id, sum(f.number) as visits, sum(f.amount_usd) as spend_usd,
             sum(f.without_rate) as spend_without_rate
      from figure_now f where f.kind = 'visit' group by 1, 2, 3 having sum(f.number) <> 0`,
  },
  numberOf('joined', 'joined_month'),
  numberOf('vouchers_issued', 'issued'),
  numberOf('vouchers_redeemed', 'redemption'),
];
const FIGURES = PARTS.flatMap(({ figures }) => figures);

const catalogue = reportCatalogue.find(({ table }) => table === 'overview')?.columns ?? [];
const figureColumns = catalogue.filter(({ column }) => FIGURES.includes(column.replace(LAST_YEAR, '')));
/** They stand beside the sums in US dollars, and in no column of their own. */
const counts = figureColumns.flatMap(({ column }) => withoutRateKey(column) ?? []);

/** The rows that the figures are added up over. Each belongs to one hotel, so that hotels add up to regions and those to the group. */
export const overview = defineResource({
  key: 'overview',
  label: { en: 'Overview', id: 'Ikhtisar' },
  labels: { en: 'Overview', id: 'Ikhtisar' },
  permission: 'OVERVIEW_REPORT',
  path: '/report/overview',
  icon: 'chart-column',
  display: { name: [] },
  fields: {
    ...OF_A_MONTH,
    ...Object.fromEntries(figureColumns.map((known) => [known.column, figureField(known)])),
    ...Object.fromEntries(counts.map((name) => [name, withoutRateField])),
  },
  relations: { region: 'hotel.country.region' },
  list: [],
  scope: { hotel: ['hotel_id'] },
});

export const overviewFigures: readonly string[] = [...figureColumns.map(({ column }) => column), ...counts];

/**
 * SQL of those rows, of no more records than the figures need that are asked for; of all where none is. The year before reaches
 * into the present year and no further.
 */
export function overviewSql(asked: readonly string[], now: Date): RawBuilder<unknown> {
  const plain = new Set(asked.map((name) => name.replace(LAST_YEAR, '')));
  const parts = PARTS.filter(({ figures }) => asked.length === 0 || figures.some((name) => plain.has(name)));
  const years = [0, 1].filter(
    (n) => asked.length === 0 || asked.some((name) => name.endsWith(LAST_YEAR) === (n === 1)),
  );
  const filled = parts.map(({ figures, rows }) => {
    const columns = FIGURES.map((name) => (figures.includes(name) ? name : `0 as ${name}`));
    return sql`select month, hotel_id, membership_id, ${sql.raw(columns.join(', '))} from (${rows}) p`;
  });
  // Each year by itself: a limit of the months then reaches the figures, and no other month is added up.
  const ofYear = (n: number) => {
    const columns = FIGURES.flatMap((name) => [
      `${n === 0 ? `e.${name}` : '0'} as ${name}`,
      `${n === 1 ? `e.${name}` : '0'} as ${name}${LAST_YEAR}`,
    ]);
    const month = n === 0 ? sql`e.month` : sql`(e.month + interval '1 year')::date`;
    return sql`
      select ${month} as month, e.hotel_id, e.membership_id, ${sql.raw(columns.join(', '))}
      from (${sql.join(filled, sql` union all `)}) e
      where ${month} < date_trunc('year', ${now}::timestamptz at time zone 'Pacific/Kiritimati') + interval '1 year'`;
  };
  // It is another year first where the clocks are furthest ahead.
  return sql.join(years.map(ofYear), sql` union all `);
}
