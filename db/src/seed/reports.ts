import { REPORT_TABLES, type ReportKey, catalogueColumn } from '@innkeeper/contract';
import type { Tx } from '../database.ts';
import { insertRows } from './insert-rows.ts';

/** A built-in report with its columns in order. A leading minus marks a column that is not selected by default. */
interface ReservedReport {
  readonly key: ReportKey;
  readonly name: string;
  readonly columns: readonly string[];
}

const withLastYear = (columnName: string): string[] => [`overview.${columnName}`, `overview.${columnName}_last_year`];

/**
 * Reports of every database. Their columns have no label of their own, so each reader sees them in their own language.
 */
export const RESERVED_REPORTS: readonly ReservedReport[] = [
  {
    key: 'benefit-report',
    name: 'Database (benefit)',
    columns: [
      'member_voucher.voucher_no',
      'voucher.name',
      'voucher.type_voucher.name',
      'membership.name',
      'member.first_name',
      'member.last_name',
      'member_card.sbec_no',
      'hotel.code',
      'member_voucher.state',
      'member_voucher.created_at',
      'member_voucher.redeem_date',
      'member_voucher.valid_until_date',
      'member_voucher.nominal',
      'member_voucher.currency',
      '-member.email',
      '-member.phone_no',
      '-transaction.transaction_no',
      '-region.name',
      '-country.name',
      ...['', '_nominal'].flatMap((of) =>
        ['issued', 'redeemed', 'open', 'expired', 'cancelled'].map((n) => `-benefit.${n}${of}`),
      ),
    ],
  },
  {
    key: 'member-report',
    name: 'New member',
    columns: [
      'member.first_name',
      'member.last_name',
      'member.email',
      'member.phone_no',
      'membership.name',
      'member_card.sbec_no',
      'hotel.code',
      'member.register_hotel.code',
      'member.member_date',
      'member.valid_until_date',
      'member.standing',
      'member.marketing_name',
      '-member.type_gender.name',
      '-member.birth_date',
      '-member.origin_country.name',
      '-member.renew_date',
      '-member.visit_type.name',
      '-member.is_active',
      '-region.name',
    ],
  },
  {
    key: 'redemption-report',
    name: 'Redemption',
    columns: [
      'voucher_redeem.redeem_no',
      'voucher_redeem.redeem_date',
      'voucher_redeem.redeem_hotel.name',
      'member_voucher.voucher_no',
      'voucher.name',
      'voucher.type_voucher.name',
      'member.first_name',
      'member.last_name',
      'membership.name',
      'member_voucher.nominal',
      'member_voucher.currency',
      'voucher_redeem.booking_no',
      'voucher_redeem.staff_name',
      '-voucher_redeem.remark',
      '-member_card.sbec_no',
      '-member_voucher.valid_until_date',
      '-region.name',
    ],
  },
  {
    key: 'sales-report',
    name: 'Plus (sales)',
    columns: [
      'transaction.transaction_no',
      'transaction.transaction_date',
      'transaction.transaction_type.name',
      'hotel.code',
      'member.first_name',
      'member.last_name',
      'membership.name',
      'transaction.marketing_name',
      'transaction.type_payment.name',
      'transaction.reference_no',
      'transaction.sub_total',
      'transaction.discount',
      'transaction.grand_total',
      'transaction.currency',
      'transaction.grand_total_usd',
      '-transaction.usd_rate',
      '-transaction.remark',
      '-transaction.reverses.transaction_no',
      '-transaction.refund_reason.name',
      '-transaction.staff.name',
      '-member_card.sbec_no',
      '-region.name',
    ],
  },
  {
    key: 'visit-report',
    name: 'Revenue (visit)',
    columns: [
      'visit.visit_no',
      'visit.visit_date',
      'hotel.code',
      'visit.reference_no',
      'member.first_name',
      'member.last_name',
      'membership.name',
      'visit.total_room',
      'visit.total_fb',
      'visit.total_others',
      'visit.grand_total',
      'visit.currency',
      'visit.grand_total_usd',
      '-visit.usd_rate',
      '-visit.staff_name',
      '-visit.remark',
      '-region.name',
      '-country.name',
    ],
  },
  {
    key: 'takings-report',
    name: 'Takings',
    columns: [
      'takings.day',
      'hotel.code',
      'transaction.type_payment.name',
      'transaction.staff.name',
      'transaction.currency',
      'takings.records',
      'takings.amount',
      'takings.amount_usd',
      '-transaction.transaction_type.name',
      '-transaction.transaction_date',
      '-transaction.transaction_no',
      '-transaction.reference_no',
      '-member.first_name',
      '-member.last_name',
      '-membership.name',
      '-country.name',
      '-region.name',
    ],
  },
  {
    key: 'overview-report',
    name: 'Overview',
    columns: [
      'overview.month',
      '-overview.region',
      'overview.hotel',
      'overview.membership',
      ...withLastYear('joined'),
      ...withLastYear('new_members'),
      ...withLastYear('free_members'),
      ...withLastYear('renewals'),
      ...withLastYear('sales_usd'),
      ...withLastYear('vouchers_issued'),
      ...withLastYear('vouchers_redeemed'),
      ...withLastYear('visits'),
      ...withLastYear('spend_usd'),
    ],
  },
];

/** Leaves gaps in the numbers for columns to be inserted. */
const SORT_STEP = 10;

const FORMATTERS: Readonly<Record<string, string>> = {
  date: 'date',
  instant: 'dateTime',
  integer: 'number',
  decimal: 'number',
  money: 'number',
};

/** Adds the reports that never existed, with their columns. */
export async function addReports(tx: Tx): Promise<void> {
  const existingKeys = new Set((await tx.selectFrom('report').select('key').execute()).map(({ key }) => key));
  const missing = RESERVED_REPORTS.filter(({ key }) => !existingKeys.has(key));
  const ids = await insertRows(
    tx,
    'report',
    missing.map(({ key, name }) => ({ key, name })),
  );
  const rows = missing.flatMap(({ key, columns }, index) =>
    columns.map((spec, i) => ({ report_id: ids[index] ?? 0, sort_no: (i + 1) * SORT_STEP, ...parseColumn(key, spec) })),
  );
  await insertRows(tx, 'report_column', rows);
}

function parseColumn(key: ReportKey, spec: string) {
  const path = spec.replace(/^-/, '');
  const dot = path.indexOf('.');
  const [table_name, column_name] = [path.slice(0, dot), path.slice(dot + 1)];
  const catalogueEntry = catalogueColumn(table_name, column_name);
  if (!catalogueEntry || !(REPORT_TABLES[key] as readonly string[]).includes(table_name))
    throw new Error(`The ${key} has no column ${path}`);
  const formatter = FORMATTERS[catalogueEntry.kind] ?? null;
  return {
    table_name,
    column_name,
    align: formatter === 'number' ? 'right' : 'left',
    formatter,
    is_checked: path === spec,
  };
}
