import { type Field, REPORT_PAGES, type ReportKey, SALE_CODES, integer, resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { visibleHotelSql } from '../../access/scope.ts';
import {
  type PathByColumn,
  type Rollup,
  SHARED_PATHS,
  type SingleRows,
  defineRollup,
  coveredMonthsSql,
} from './rollup.ts';
import { GRAND_TOTAL_WITHOUT_RATE, addRateField } from './missing-rates.ts';

/** Totals of visits, redemptions and sales, read from their rollups (`db/routines/rollups.sql`). */

interface AmountRollupInput {
  readonly rollup: 'visit_rollup' | 'redemption_rollup' | 'sale_rollup';
  /** The record that has the amounts. */
  readonly table: 'visit' | 'member_voucher' | 'transaction';
  /** Columns of the rollup that are named as in the record. */
  readonly amounts: readonly string[];
  /** Columns specific to the report, with the rollup fields that they map to. */
  readonly pathByColumn: PathByColumn;
  readonly singleRows: SingleRows;
  /** A reference that rollups are split by. */
  readonly part?: {
    readonly field: string;
    /** Limits the report to these ids; all by default. */
    readonly ids?: RawBuilder<unknown>;
    /** The rollup that is split by this reference, if the other one is not. */
    readonly rollup?: 'redemption_by_voucher_rollup';
  };
}

function createAmountRollup(
  report: ReportKey,
  { rollup, table, amounts, pathByColumn, singleRows, part }: AmountRollupInput,
): Rollup {
  const tableFields: Readonly<Record<string, Field>> = addRateField(resources[table]).fields;
  const fieldOf = (name: string): Record<string, Field> => (tableFields[name] ? { [name]: tableFields[name] } : {});
  const fields = [...amounts, ...(part ? [part.field] : [])].map(fieldOf);
  return {
    definition: defineRollup(report, Object.assign({ records: integer('Records', 'Data') }, ...fields)),
    pathByColumn: {
      ...SHARED_PATHS,
      ...pathByColumn,
      ...Object.fromEntries(amounts.map((name) => [`${table}.${name}`, name])),
      [`${table}.currency`]: 'currency',
      [REPORT_PAGES[report].period]: 'month',
    },
    sums: amounts,
    rows: 'records',
    singleRows,
    records: (actor, requestedFields, coverage) => {
      const isSplit = part && requestedFields.has(part.field);
      const requestedParts = isSplit ? [part.field] : [];
      const requestedAmounts = amounts.filter((name) => requestedFields.has(name));
      const conditions = [
        visibleHotelSql(actor, sql`f.hotel_id`),
        ...(part?.ids ? [sql`${sql.ref(`f.${part.field}`)} = any(${part.ids})`] : []),
        coveredMonthsSql(sql`f.month`, coverage),
      ];
      const sums = sql`
        select f.hotel_id, f.membership_id, f.month, f.currency, ${sql.join([
          sql`f.number as records`,
          ...[...requestedParts, ...requestedAmounts].map((name) => sql.ref(`f.${name}`)),
        ])}
        from ${sql.table((isSplit && part.rollup) || rollup)} f where ${sql.join(conditions, sql` and `)}`;
      return sql.join([sums, ...coverage.extraRows(requestedAmounts, requestedParts)], sql` union all `);
    },
  };
}

export const VISIT_ROLLUP = createAmountRollup('visit-report', {
  rollup: 'visit_rollup',
  table: 'visit',
  amounts: ['total_room', 'total_fb', 'total_others', 'grand_total', 'grand_total_usd', GRAND_TOTAL_WITHOUT_RATE],
  pathByColumn: { 'visit.hotel': 'hotel.', 'visit.membership': 'membership.' },
  singleRows: { definition: addRateField(resources.visit), moment: 'visit_date' },
});

export const REDEMPTION_ROLLUP = createAmountRollup('redemption-report', {
  rollup: 'redemption_rollup',
  table: 'member_voucher',
  amounts: ['nominal'],
  pathByColumn: {
    'voucher_redeem.redeem_hotel': 'hotel.',
    'member_card.membership': 'membership.',
    voucher: 'voucher.',
    'member_voucher.voucher': 'voucher.',
  },
  singleRows: {
    definition: resources.voucher_redeem,
    moment: 'redeem_date',
    columns: {
      hotel_id: 'redeem_hotel_id',
      membership_id: 'member_voucher.member_card.membership_id',
      currency: 'member_voucher.currency',
      nominal: 'member_voucher.nominal',
      voucher_id: 'member_voucher.voucher_id',
    },
  },
  part: { field: 'voucher_id', rollup: 'redemption_by_voucher_rollup' },
});

/** The transaction types that sell, renew, give or upgrade a membership. */
export const SALE_TYPES = sql`array(
  select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'transaction-type'
    and d.code = any(${sql.lit(`{${SALE_CODES.join(',')}}`)}))`;

export const SALE_ROLLUP = createAmountRollup('sales-report', {
  rollup: 'sale_rollup',
  table: 'transaction',
  amounts: ['sub_total', 'discount', 'grand_total', 'grand_total_usd', GRAND_TOTAL_WITHOUT_RATE],
  pathByColumn: {
    'transaction.hotel': 'hotel.',
    'transaction.membership': 'membership.',
    'transaction.transaction_type': 'transaction_type.',
  },
  singleRows: {
    definition: addRateField(resources.transaction),
    moment: 'transaction_date',
    condition: sql`t.transaction_type_id = any(${SALE_TYPES})`,
  },
  part: { field: 'transaction_type_id', ids: SALE_TYPES },
});
