import { type Field, REPORT_PAGES, type ReportKey, SALE_CODES, integer, resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { visibleHotelSql } from '../../access/scope.ts';
import { type Rollup, PLACES, type SingleRows, defineRollup, monthsSql } from './rollup.ts';
import { GRAND_TOTAL_WITHOUT_RATE, withRateField } from './missing-rates.ts';

/** Totals of visits, redemptions and sales, read from their rollups (`db/routines/rollups.sql`). */

interface Amount {
  /** The rollup kinds to sum. */
  readonly kinds: readonly string[];
  readonly of: 'amount' | 'amount_usd' | 'without_rate';
}

interface Parts {
  /** The record that has the amounts. */
  readonly table: 'visit' | 'member_voucher' | 'transaction';
  /** The kinds that count records. */
  readonly kinds: readonly string[];
  readonly amounts: Readonly<Record<string, Amount>>;
  /** Columns specific to the report, with the rollup fields that they map to. */
  readonly rollupPath: Rollup['rollupPath'];
  readonly singleRows: SingleRows;
  /** A reference that rollups are split by. */
  readonly part?: {
    readonly field: string;
    /** Limits the report to these ids; all by default. */
    readonly of?: RawBuilder<unknown>;
    /** The kind that is split by this reference, if the other kinds are not. */
    readonly kind?: string;
  };
}

const amount = (...kinds: readonly string[]): Amount => ({ kinds, of: 'amount' });
/** An amount in US dollars, and the number of records without a rate. */
const usdAmounts = (...kinds: readonly string[]): Parts['amounts'] => ({
  grand_total_usd: { kinds, of: 'amount_usd' },
  [GRAND_TOTAL_WITHOUT_RATE]: { kinds, of: 'without_rate' },
});

function amountRollup(report: ReportKey, { table, kinds, amounts, rollupPath, singleRows, part }: Parts): Rollup {
  const names = Object.keys(amounts);
  const own: Readonly<Record<string, Field>> = withRateField(resources[table]).fields;
  const fieldOf = (name: string): Record<string, Field> => (own[name] ? { [name]: own[name] } : {});
  const fields = [...names, ...(part ? [part.field] : [])].map(fieldOf);
  return {
    definition: defineRollup(report, Object.assign({ records: integer('Records', 'Data') }, ...fields)),
    rollupPath: {
      ...PLACES,
      ...rollupPath,
      ...Object.fromEntries(names.map((name) => [`${table}.${name}`, name])),
      [`${table}.currency`]: 'currency',
      [REPORT_PAGES[report].period]: 'month',
    },
    sums: names,
    rows: 'records',
    singleRows,
    records: (actor, requestedFields, coverage) => {
      const isPart = part && (!part.kind || requestedFields.has(part.field));
      const read = (of: readonly string[]) => (isPart && part.kind ? [part.kind] : of);
      const requestedRows = Object.entries(amounts).filter(([name]) => requestedFields.has(name));
      const all = new Set(read([...kinds, ...requestedRows.flatMap(([, { kinds: of }]) => of)]));
      const limits = [
        kindCondition([...all]),
        visibleHotelSql(actor, sql`f.hotel_id`),
        ...(part?.of ? [sql`f.part = any(${part.of}::text[])`] : []),
        monthsSql(sql`f.day`, coverage),
      ];
      const sums = requestedRows.map(
        ([name, { kinds: of, of: column }]) => sql`${sumOfKindsSql(read(of), column)} as ${sql.ref(name)}`,
      );
      const rollup = sql`
        select f.hotel_id, f.membership_id, f.day as month, f.currency, ${sql.join([
          sql`${sumOfKindsSql(read(kinds), 'number')} as records`,
          ...(isPart ? [sql`f.part::bigint as ${sql.ref(part.field)}`] : []),
          ...sums,
        ])}
        from rollup_current f where ${sql.join(limits, sql` and `)}`;
      const extra = coverage.extra(
        requestedRows.map(([name]) => name),
        isPart ? [part.field] : [],
      );
      return sql.join([rollup, ...extra], sql` union all `);
    },
  };
}

const kindCondition = (kinds: readonly string[]) => sql`f.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`;
const sumOfKindsSql = (kinds: readonly string[], column: string) =>
  sql`case when ${kindCondition(kinds)} then ${sql.ref(`f.${column}`)} else 0 end`;

export const VISIT_ROLLUP = amountRollup('visit-report', {
  table: 'visit',
  kinds: ['visit'],
  amounts: {
    total_room: amount('visit_room'),
    total_fb: amount('visit_fb'),
    total_others: amount('visit_others'),
    grand_total: amount('visit'),
    ...usdAmounts('visit'),
  },
  rollupPath: { 'visit.hotel': 'hotel.', 'visit.membership': 'membership.' },
  singleRows: { definition: withRateField(resources.visit), moment: 'visit_date' },
});

export const REDEMPTION_ROLLUP = amountRollup('redemption-report', {
  table: 'member_voucher',
  kinds: ['redemption'],
  amounts: { nominal: amount('redemption') },
  rollupPath: {
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

export const SALE_ROLLUP = amountRollup('sales-report', {
  table: 'transaction',
  kinds: ['sale', 'reversal', 'refund'],
  amounts: {
    sub_total: amount('sale', 'reversal', 'refund', 'sale_discount'),
    discount: amount('sale_discount'),
    grand_total: amount('sale', 'reversal', 'refund'),
    ...usdAmounts('sale', 'reversal', 'refund'),
  },
  rollupPath: {
    'transaction.hotel': 'hotel.',
    'transaction.membership': 'membership.',
    'transaction.transaction_type': 'transaction_type.',
  },
  singleRows: {
    definition: withRateField(resources.transaction),
    moment: 'transaction_date',
    of: sql`t.transaction_type_id = any(${SALE_TYPES})`,
  },
  part: { field: 'transaction_type_id', of: SALE_TYPES },
});
