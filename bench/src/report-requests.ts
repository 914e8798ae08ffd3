import type { Db } from '@innkeeper/db';
import type { RequestSpec } from './workload.ts';

/** A report query and its name. */
export interface ReportRequest {
  readonly name: string;
  readonly label: string;
  readonly call: RequestSpec;
}

/** Time zone of the requests. */
const TIME_ZONE_HEADER = { 'x-time-zone': 'Asia/Jakarta' };

export const runReport = (report: string, query: Readonly<Record<string, string>>): RequestSpec => ({
  method: 'GET',
  path: `/api/report/run/${report}?${new URLSearchParams(query)}`,
  headers: TIME_ZONE_HEADER,
});

const openingRequest = (report: string, label: string, period: string): ReportRequest => ({
  name: `report-${report.replace('-report', '')}`,
  label: `${label}: as it opens, this month, with sums`,
  call: runReport(report, { [`filter[${period}][preset]`]: 'this_month' }),
});
const yearRequest = (grouping: 'month' | 'hotel' | 'membership'): ReportRequest => ({
  name: `report-overview-${grouping}`,
  label: `overview: as it opens, the year beside the last one by ${grouping}`,
  call: runReport('overview-report', { group: `overview.${grouping}`, per_page: grouping === 'month' ? '500' : '100' }),
});

/** The initial queries of the report pages. */
export const OPENING_REQUESTS: readonly ReportRequest[] = [
  yearRequest('month'),
  yearRequest('hotel'),
  yearRequest('membership'),
  openingRequest('sales-report', 'sales report', 'transaction.transaction_date'),
  openingRequest('member-report', 'new member report', 'member.member_date'),
  openingRequest('visit-report', 'revenue report', 'visit.visit_date'),
  openingRequest('redemption-report', 'redemption report', 'voucher_redeem.redeem_date'),
  openingRequest('benefit-report', 'benefit report', 'member_voucher.created_at'),
  openingRequest('takings-report', 'takings report', 'transaction.transaction_date'),
];

const rollupRequest = (result: string, label: string): ReportRequest => ({
  name: `report-year-${result.replace('_usd', '')}`,
  label: `overview: this year by hotel and month, ${label}`,
  call: runReport('overview-report', { columns: `overview.month,overview.hotel,overview.${result}`, per_page: '500' }),
});
const groupedRequest = (report: string, label: string, hotel: string, period: string): ReportRequest => ({
  name: `report-grouped-${report.replace('-report', '')}`,
  label: `${label}: this year by hotel and month, with sums`,
  call: runReport(report, { group: `${hotel},${period}`, [`filter[${period}][preset]`]: 'this_year', per_page: '500' }),
});

export const ROLLUP_REQUESTS: readonly ReportRequest[] = [
  rollupRequest('visits', 'visits'),
  rollupRequest('sales_usd', 'sales'),
  rollupRequest('vouchers_redeemed', 'redemptions'),
  rollupRequest('vouchers_issued', 'vouchers'),
  groupedRequest('visit-report', 'revenue report', 'hotel.code', 'visit.visit_date'),
  groupedRequest('sales-report', 'sales report', 'hotel.code', 'transaction.transaction_date'),
  groupedRequest(
    'redemption-report',
    'redemption report',
    'voucher_redeem.redeem_hotel.name',
    'voucher_redeem.redeem_date',
  ),
  groupedRequest('benefit-report', 'benefit report', 'hotel.code', 'member_voucher.created_at'),
  {
    name: 'report-grouped-by-voucher',
    label: 'redemption report: this year by voucher, with sums',
    call: runReport('redemption-report', {
      group: 'voucher.name',
      'filter[voucher_redeem.redeem_date][preset]': 'this_year',
      per_page: '500',
    }),
  },
];

/** A filter, and the best equivalent SQL: one statement for a page of rows, another for the row count and the sums. */
export interface FilteredReport extends ReportRequest {
  readonly rows: string;
  /** Its first column is the number of rows. */
  readonly sums: string;
  readonly values: readonly unknown[];
}

interface FilterValues {
  readonly hotel: { readonly id: number; readonly code: string; readonly yearStart: string };
  readonly voucher: { readonly id: number; readonly name: string };
  readonly bookingNumber: string;
  readonly lastName: string;
}

async function readFilterValues(db: Db): Promise<FilterValues> {
  const readRow = async <T extends Record<string, unknown>>(statement: string): Promise<T> => {
    const [row] = await db.read<T>({ sql: statement, parameters: [] });
    if (!row) throw new Error(`Nothing is found by ${statement}`);
    return row;
  };
  const hotel = await readRow<FilterValues['hotel']>(
    `select h.id, h.code, (date_trunc('year', now() at time zone z.zone) at time zone z.zone)::text as "yearStart"
     from hotel h join hotel_time_zone z on z.hotel_id = h.id where h.deleted_at is null order by h.id limit 1`,
  );
  const voucher = await readRow<FilterValues['voucher']>(
    `select v.id, v.name from voucher v where (select count(*) from voucher o where o.name = v.name) = 1
     and exists (select from member_voucher m where m.voucher_id = v.id) order by v.id limit 1`,
  );
  const { booking_no: bookingNumber } = await readRow<{ booking_no: string }>(
    `select booking_no from voucher_redeem where deleted_at is null and length(booking_no) > 4
        and redeem_hotel_id = ${hotel.id} order by id offset 20 limit 1`,
  );
  const { last_name: lastName } = await readRow<{ last_name: string }>(
    `select last_name from member where id < 100000 and last_name ~ '^[A-Z][a-z]{4,}$' group by 1
      order by count(*) desc, 1 limit 1`,
  );
  return { hotel, voucher, bookingNumber, lastName };
}

/**
 * Filters and their best SQL, for each report whose rows are records. The reader sees every hotel, or only the first
 * one, whose id is then part of the SQL.
 */
export async function createFilters(db: Db, visibility: 'group' | 'hotel'): Promise<readonly FilteredReport[]> {
  const { hotel, voucher, bookingNumber, lastName } = await readFilterValues(db);
  const hotelFilter = { 'filter[hotel.code][exact]': hotel.code };
  const [sqlForHotel, hotelValues] = visibility === 'hotel' ? [(sql: string) => sql, [hotel.id]] : [() => '', []];
  const memberScope = sqlForHotel('and m.hotel_id = $2');
  return [
    {
      name: 'report-filter-visits',
      label: 'revenue report: one hotel, this year',
      call: runReport('visit-report', { ...hotelFilter, 'filter[visit.visit_date][preset]': 'this_year' }),
      rows: `select v.visit_no, v.visit_date, h.code, v.reference_no, m.first_name, m.last_name, s.name, v.total_room,
               v.total_fb, v.total_others, v.grand_total, v.currency, v.grand_total_usd
             from visit v join hotel h on h.id = v.hotel_id join member m on m.id = v.member_id
             left join membership s on s.id = v.membership_id
             where v.deleted_at is null and v.hotel_id = $1 and v.visit_date >= $2 order by v.visit_date desc, v.id desc
             limit 25`,
      sums: `select sum(n)
             from (select currency, count(*) as n, sum(total_room), sum(total_fb), sum(total_others), sum(grand_total),
                 sum(grand_total_usd)
             from visit where deleted_at is null and hotel_id = $1 and visit_date >= $2 group by 1) c`,
      values: [hotel.id, hotel.yearStart],
    },
    {
      name: 'report-filter-sales',
      label: 'sales report: one hotel, this year',
      call: runReport('sales-report', { ...hotelFilter, 'filter[transaction.transaction_date][preset]': 'this_year' }),
      rows: `select t.transaction_no, t.transaction_date, y.name, h.code, m.first_name, m.last_name, s.name,
               t.marketing_name, p.name, t.reference_no,
               t.sub_total, t.discount, t.grand_total, t.currency, t.grand_total_usd
             from transaction t join hotel h on h.id = t.hotel_id join option_detail y on y.id = t.transaction_type_id
             left join option_detail p on p.id = t.type_payment_id left join member m on m.id = t.member_id
             left join membership s on s.id = t.membership_id
             where t.deleted_at is null and t.hotel_id = $1 and t.transaction_date >= $2
               and y.code in ('1', '2', '3', '6')
             order by t.transaction_date desc, t.id desc limit 25`,
      sums: `select sum(n)
             from (select t.currency, count(*) as n, sum(sub_total), sum(discount), sum(grand_total),
                 sum(grand_total_usd)
             from transaction t join option_detail y on y.id = t.transaction_type_id
             where t.deleted_at is null and t.hotel_id = $1 and t.transaction_date >= $2
               and y.code in ('1', '2', '3', '6') group by 1) c`,
      values: [hotel.id, hotel.yearStart],
    },
    {
      name: 'report-filter-redemptions',
      label: 'redemption report: `contains` the number of a booking',
      call: runReport('redemption-report', { 'filter[voucher_redeem.booking_no][contains]': bookingNumber }),
      rows: `select r.redeem_no, r.redeem_date, h.name, v.voucher_no, k.name, m.first_name, m.last_name, s.name,
               v.nominal, v.currency, r.booking_no, r.staff_name
             from voucher_redeem r join hotel h on h.id = r.redeem_hotel_id
             join member_voucher v on v.id = r.member_voucher_id
             join voucher k on k.id = v.voucher_id join member m on m.id = r.member_id
             join member_card c on c.id = v.member_card_id
             join membership s on s.id = c.membership_id
             where r.deleted_at is null and r.booking_no ilike $1 ${sqlForHotel('and r.redeem_hotel_id = $2')}
             order by r.redeem_date desc, r.id desc limit 25`,
      sums: `select sum(n) from (select v.currency, count(*) as n, sum(v.nominal) from voucher_redeem r
                 join member_voucher v on v.id = r.member_voucher_id
             where r.deleted_at is null and r.booking_no ilike $1 ${sqlForHotel('and r.redeem_hotel_id = $2')}
             group by 1) c`,
      values: [`%${bookingNumber}%`, ...hotelValues],
    },
    {
      name: 'report-filter-members',
      label: 'new member report: `contains` a common name',
      call: runReport('member-report', { 'filter[member.last_name][contains]': lastName }),
      rows: `select m.first_name, m.last_name, m.email, m.phone_no, s.name, c.sbec_no, h.code, r.code, m.member_date,
               m.valid_until_date, d.standing, m.marketing_name
             from member m left join membership s on s.id = m.membership_id
             left join member_standing d on d.member_id = m.id
             left join member_card c on c.id = d.member_card_id left join hotel h on h.id = m.hotel_id
             left join hotel r on r.id = m.register_hotel_id
             where m.deleted_at is null and search_name(m.last_name) like search_name($1) ${memberScope} order by m.id desc limit 25`,
      sums: `select count(*) from member m where m.deleted_at is null and search_name(m.last_name) like search_name($1) ${memberScope}`,
      values: [`%${lastName}%`, ...hotelValues],
    },
    {
      name: 'report-filter-vouchers',
      label: 'benefit report: one kind of voucher',
      call: runReport('benefit-report', { 'filter[voucher.name][exact]': voucher.name }),
      rows: `select v.voucher_no, m.first_name, m.last_name, c.sbec_no, s.name, h.code, v.created_at, v.redeem_date,
               v.valid_until_date, v.nominal, v.currency, r.id, c.is_active, m.is_active
             from member_voucher v join member m on m.id = v.member_id join member_card c on c.id = v.member_card_id
             join membership s on s.id = c.membership_id
             join hotel h on h.id = m.hotel_id left join voucher_redeem r on r.member_voucher_id = v.id
               and r.deleted_at is null
             where v.voucher_id = $1 and v.deleted_at is null ${memberScope}
             order by v.id desc limit 25`,
      // Vouchers of deleted cards and members are cancelled, but still count as issued.
      sums: `select sum(n)
             from (select v.currency, count(*) as n, sum(v.nominal)
                 from member_voucher v ${sqlForHotel('join member m on m.id = v.member_id')}
             where v.voucher_id = $1 and v.deleted_at is null ${memberScope} group by 1) c`,
      values: [voucher.id, ...hotelValues],
    },
  ];
}
