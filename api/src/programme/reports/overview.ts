import { date, defineResource, figureField, reference, reportCatalogue } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { isRedeemed } from '../cards/redeemed.ts';

/** The overview: the figures of a month at a hotel and of a membership, beside those of the same month of the year before. */

const LAST_YEAR = '_last_year';

/**
 * The sources of the figures: the kept ones; for vouchers and joined members, of which none are kept by membership, the records. A month has just those hotels
 * and memberships of which something is left: deleted records count nowhere.
 */
const PARTS: readonly { readonly figures: readonly string[]; readonly rows: RawBuilder<unknown> }[] = [
  {
    figures: ['new_members', 'free_members', 'renewals', 'sales_usd'],
    // A reversal takes its sale away in the month in which it is made, like the money: of a closed month nothing changes.
    rows: sql`
      select f.day as month, f.hotel_id, f.membership_id,
             coalesce(sum(f.net) filter (where d.code = '1'), 0) as new_members,
             coalesce(sum(f.net) filter (where d.code = '3'), 0) as free_members,
             coalesce(sum(f.net) filter (where d.code = '2'), 0) as renewals, sum(f.amount_usd) as sales_usd
      from (select *, case kind when 'sale' then number else -number end as net from figure_now where kind in ('sale', 'reversal')) f
      join option_detail d on d.id = f.part::bigint
      where d.code in ('1', '2', '3') group by 1, 2, 3 having sum(f.number) <> 0`,
  },
  {
    figures: ['joined'],
    rows: sql`
      select date_trunc('month', m.member_date)::date as month, m.hotel_id, m.membership_id, count(*) as joined
      from member m where m.deleted_at is null and m.member_date is not null group by 1, 2, 3`,
  },
  {
    figures: ['visits', 'spend_usd'],
    rows: sql`
      select f.day as month, f.hotel_id, f.membership_id, sum(f.number) as visits, sum(f.amount_usd) as spend_usd
      from figure_now f where f.kind = 'visit' group by 1, 2, 3 having sum(f.number) <> 0`,
  },
  {
    figures: ['vouchers_issued'],
    rows: sql`
      select date_trunc('month', v.created_at at time zone z.zone)::date as month, m.hotel_id, c.membership_id, count(*) as vouchers_issued
      from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id join hotel_zone z on z.hotel_id = m.hotel_id
      where v.deleted_at is null and c.deleted_at is null and (m.deleted_at is null or ${sql.raw(isRedeemed('v.id'))}) group by 1, 2, 3`,
  },
  {
    figures: ['vouchers_redeemed'],
    rows: sql`
      select date_trunc('month', r.redeem_date at time zone z.zone)::date as month, r.redeem_hotel_id as hotel_id, c.membership_id, count(*) as vouchers_redeemed
      from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id join member_card c on c.id = v.member_card_id
      join hotel_zone z on z.hotel_id = r.redeem_hotel_id
      where r.deleted_at is null group by 1, 2, 3`,
  },
];
const FIGURES = PARTS.flatMap(({ figures }) => figures);

const catalogue = reportCatalogue.find(({ table }) => table === 'overview')?.columns ?? [];
const figureColumns = catalogue.filter(({ column }) => FIGURES.includes(column.replace(LAST_YEAR, '')));

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
    month: date('Month', 'Bulan', { required: true }),
    hotel_id: reference('hotel', 'Hotel', 'Hotel', { required: true }),
    membership_id: reference('membership', 'Membership', 'Keanggotaan'),
    ...Object.fromEntries(figureColumns.map((known) => [known.column, figureField(known)])),
  },
  relations: { region: 'hotel.country.region' },
  list: [],
  scope: { hotel: ['hotel_id'] },
});

export const overviewFigures: readonly string[] = figureColumns.map(({ column }) => column);

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
  const columns = FIGURES.flatMap((name) => [
    `case y.n when 0 then e.${name} else 0 end as ${name}`,
    `case y.n when 1 then e.${name} else 0 end as ${name}${LAST_YEAR}`,
  ]);
  // It is another year first where the clocks are furthest ahead.
  return sql`
    select (e.month + y.n * interval '1 year')::date as month, e.hotel_id, e.membership_id, ${sql.raw(columns.join(', '))}
    from (${sql.join(filled, sql` union all `)}) e
    cross join (values ${sql.raw(years.map((n) => `(${n})`).join(', '))}) y (n)
    where e.month + y.n * interval '1 year' < date_trunc('year', ${now}::timestamptz at time zone 'Pacific/Kiritimati') + interval '1 year'`;
}
