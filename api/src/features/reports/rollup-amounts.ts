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

interface Amount {
  /** The rollup kinds to sum. */
  readonly kinds: readonly string[];
  readonly column: 'amount' | 'amount_usd' | 'without_rate';
}

interface AmountRollupInput {
  /** The record that has the amounts. */
  readonly table: 'visit' | 'member_voucher' | 'transaction';
  /** The kinds that count records. */
  readonly kinds: readonly string[];
  readonly amounts: Readonly<Record<string, Amount>>;
  /** Columns specific to the report, with the rollup fields that they map to. */
  readonly pathByColumn: PathByColumn;
  readonly singleRows: SingleRows;
  /** A reference that rollups are split by. */
  readonly part?: {
    readonly field: string;
    /** Limits the report to these ids; all by default. */
    readonly ids?: RawBuilder<unknown>;
    /** The kind that is split by this reference, if the other kinds are not. */
    readonly kind?: string;
  };
}

const createAmount = (...kinds: readonly string[]): Amount => ({ kinds, column: 'amount' });
/** An amount in US dollars, and the number of records without a rate. */
const createUsdAmounts = (...kinds: readonly string[]): AmountRollupInput['amounts'] => ({
  grand_total_usd: { kinds, column: 'amount_usd' },
  [GRAND_TOTAL_WITHOUT_RATE]: { kinds, column: 'without_rate' },
});

function createAmountRollup(
  report: ReportKey,
  { table, kinds, amounts, pathByColumn, singleRows, part }: AmountRollupInput,
): Rollup {
  const names = Object.keys(amounts);
  const tableFields: Readonly<Record<string, Field>> = addRateField(resources[table]).fields;
  const fieldOf = (name: string): Record<string, Field> => (tableFields[name] ? { [name]: tableFields[name] } : {});
  const fields = [...names, ...(part ? [part.field] : [])].map(fieldOf);
  return {
    definition: defineRollup(report, Object.assign({ records: integer('Records', 'Data') }, ...fields)),
    pathByColumn: {
      ...SHARED_PATHS,
      ...pathByColumn,
      ...Object.fromEntries(names.map((name) => [`${table}.${name}`, name])),
      [`${table}.currency`]: 'currency',
      [REPORT_PAGES[report].period]: 'month',
    },
    sums: names,
    rows: 'records',
    singleRows,
    records: (actor, requestedFields, coverage) => {
      const isSplit = part && (!part.kind || requestedFields.has(part.field));
      const selectKinds = (kindsToSum: readonly string[]) => (isSplit && part.kind ? [part.kind] : kindsToSum);
      const requestedAmounts = Object.entries(amounts).filter(([name]) => requestedFields.has(name));
      const allKinds = new Set(selectKinds([...kinds, ...requestedAmounts.flatMap(([, amount]) => amount.kinds)]));
      const conditions = [
        kindCondition([...allKinds]),
        visibleHotelSql(actor, sql`f.hotel_id`),
        ...(part?.ids ? [sql`f.part = any(${part.ids}::text[])`] : []),
        coveredMonthsSql(sql`f.day`, coverage),
      ];
      const sums = requestedAmounts.map(
        ([name, amount]) => sql`${sumOfKindsSql(selectKinds(amount.kinds), amount.column)} as ${sql.ref(name)}`,
      );
      const rollup = sql`
        select f.hotel_id, f.membership_id, f.day as month, f.currency, ${sql.join([
          sql`${sumOfKindsSql(selectKinds(kinds), 'number')} as records`,
          ...(isSplit ? [sql`f.part::bigint as ${sql.ref(part.field)}`] : []),
          ...sums,
        ])}
        from rollup_current f where ${sql.join(conditions, sql` and `)}`;
      const extraRows = coverage.extraRows(
        requestedAmounts.map(([name]) => name),
        isSplit ? [part.field] : [],
      );
      return sql.join([rollup, ...extraRows], sql` union all `);
    },
  };
}

const kindCondition = (kinds: readonly string[]) => sql`f.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`;
const sumOfKindsSql = (kinds: readonly string[], column: string) =>
  sql`case when ${kindCondition(kinds)} then ${sql.ref(`f.${column}`)} else 0 end`;

export const VISIT_ROLLUP = createAmountRollup('visit-report', {
  table: 'visit',
  kinds: ['visit'],
  amounts: {
    total_room: createAmount('visit_room'),
    total_fb: createAmount('visit_fb'),
    total_others: createAmount('visit_others'),
    grand_total: createAmount('visit'),
    ...createUsdAmounts('visit'),
  },
  pathByColumn: { 'visit.hotel': 'hotel.', 'visit.membership': 'membership.' },
  singleRows: { definition: addRateField(resources.visit), moment: 'visit_date' },
});

export const REDEMPTION_ROLLUP = createAmountRollup('redemption-report', {
  table: 'member_voucher',
  kinds: ['redemption'],
  amounts: { nominal: createAmount('redemption') },
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
  part: { field: 'voucher_id', kind: 'redemption_of' },
});

/** The transaction types that sell, renew, give or upgrade a membership. */
export const SALE_TYPES = sql`array(
  select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'transaction-type'
    and d.code = any(${sql.lit(`{${SALE_CODES.join(',')}}`)}))`;

export const SALE_ROLLUP = createAmountRollup('sales-report', {
  table: 'transaction',
  kinds: ['sale', 'reversal', 'refund'],
  amounts: {
    sub_total: createAmount('sale', 'reversal', 'refund', 'sale_discount'),
    discount: createAmount('sale_discount'),
    grand_total: createAmount('sale', 'reversal', 'refund'),
    ...createUsdAmounts('sale', 'reversal', 'refund'),
  },
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
