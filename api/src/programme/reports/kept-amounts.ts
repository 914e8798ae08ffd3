import { type Field, REPORT_PAGES, type ReportKey, SALE_CODES, integer, resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { hotelInSightSql } from '../../access/scope.ts';
import { type Kept, PLACES, type Singles, defineKept, monthsSql } from './kept.ts';
import { GRAND_TOTAL_WITHOUT_RATE, countingRates } from './without-rate.ts';

/** What visits, redemptions and sales come to, from the figures that are kept of them (`db/living/figures.sql`). */

interface Amount {
  /** The kinds of figures that it is added up over. */
  readonly kinds: readonly string[];
  readonly of: 'amount' | 'amount_usd' | 'without_rate';
}

interface Parts {
  /** The record whose amounts they are. */
  readonly table: 'visit' | 'member_voucher' | 'transaction';
  /** The kinds that count a record each. */
  readonly kinds: readonly string[];
  readonly amounts: Readonly<Record<string, Amount>>;
  /** Columns of the report's own that lead to what the figures tell. */
  readonly told: Kept['told'];
  readonly singles: Singles;
  /** A reference to what a figure is a part of. */
  readonly part?: {
    readonly field: string;
    /** Those that the report is about; all by default. */
    readonly of?: RawBuilder<unknown>;
    /** The kind that is told by it, where the others are whole. */
    readonly kind?: string;
  };
}

const amount = (...kinds: readonly string[]): Amount => ({ kinds, of: 'amount' });
/** An amount in US dollars, and how many records it leaves out. */
const inUsd = (...kinds: readonly string[]): Parts['amounts'] => ({
  grand_total_usd: { kinds, of: 'amount_usd' },
  [GRAND_TOTAL_WITHOUT_RATE]: { kinds, of: 'without_rate' },
});

function keptAmounts(report: ReportKey, { table, kinds, amounts, told, singles, part }: Parts): Kept {
  const names = Object.keys(amounts);
  const own: Readonly<Record<string, Field>> = countingRates(resources[table]).fields;
  const fieldOf = (name: string): Record<string, Field> => (own[name] ? { [name]: own[name] } : {});
  const fields = [...names, ...(part ? [part.field] : [])].map(fieldOf);
  return {
    definition: defineKept(report, Object.assign({ records: integer('Records', 'Data') }, ...fields)),
    told: {
      ...PLACES,
      ...told,
      ...Object.fromEntries(names.map((name) => [`${table}.${name}`, name])),
      [`${table}.currency`]: 'currency',
      [REPORT_PAGES[report].period]: 'month',
    },
    sums: names,
    rows: 'records',
    singles,
    records: (actor, asked, portion) => {
      const isPart = part && (!part.kind || asked.has(part.field));
      const read = (of: readonly string[]) => (isPart && part.kind ? [part.kind] : of);
      const wanted = Object.entries(amounts).filter(([name]) => asked.has(name));
      const all = new Set(read([...kinds, ...wanted.flatMap(([, { kinds: of }]) => of)]));
      const limits = [
        isOf([...all]),
        hotelInSightSql(actor, sql`f.hotel_id`),
        ...(part?.of ? [sql`f.part = any(${part.of}::text[])`] : []),
        monthsSql(sql`f.day`, portion),
      ];
      const sums = wanted.map(
        ([name, { kinds: of, of: column }]) => sql`${ofKinds(read(of), column)} as ${sql.ref(name)}`,
      );
      const kept = sql`
        select f.hotel_id, f.membership_id, f.day as month, f.currency, ${sql.join([
          sql`${ofKinds(read(kinds), 'number')} as records`,
          ...(isPart ? [sql`f.part::bigint as ${sql.ref(part.field)}`] : []),
          ...sums,
        ])}
        from figure_now f where ${sql.join(limits, sql` and `)}`;
      const beside = portion.beside(
        wanted.map(([name]) => name),
        isPart ? [part.field] : [],
      );
      return sql.join([kept, ...beside], sql` union all `);
    },
  };
}

const isOf = (kinds: readonly string[]) => sql`f.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`;
const ofKinds = (kinds: readonly string[], column: string) =>
  sql`case when ${isOf(kinds)} then ${sql.ref(`f.${column}`)} else 0 end`;

export const KEPT_VISITS = keptAmounts('visit-report', {
  table: 'visit',
  kinds: ['visit'],
  amounts: {
    total_room: amount('visit_room'),
    total_fb: amount('visit_fb'),
    total_others: amount('visit_others'),
    grand_total: amount('visit'),
    ...inUsd('visit'),
  },
  told: { 'visit.hotel': 'hotel.', 'visit.membership': 'membership.' },
  singles: { definition: countingRates(resources.visit), moment: 'visit_date' },
});

export const KEPT_REDEMPTIONS = keptAmounts('redemption-report', {
  table: 'member_voucher',
  kinds: ['redemption'],
  amounts: { nominal: amount('redemption') },
  told: {
    'voucher_redeem.redeem_hotel': 'hotel.',
    'member_card.membership': 'membership.',
    voucher: 'voucher.',
    'member_voucher.voucher': 'voucher.',
  },
  singles: {
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

/** The types of transactions that sell, renew, give or upgrade a membership. */
export const SALE_TYPES = sql`array(
  select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'transaction-type' and d.code = any(${sql.lit(`{${SALE_CODES.join(',')}}`)}))`;

export const KEPT_SALES = keptAmounts('sales-report', {
  table: 'transaction',
  kinds: ['sale', 'reversal', 'refund'],
  amounts: {
    sub_total: amount('sale', 'reversal', 'refund', 'sale_discount'),
    discount: amount('sale_discount'),
    grand_total: amount('sale', 'reversal', 'refund'),
    ...inUsd('sale', 'reversal', 'refund'),
  },
  told: {
    'transaction.hotel': 'hotel.',
    'transaction.membership': 'membership.',
    'transaction.transaction_type': 'transaction_type.',
  },
  singles: {
    definition: countingRates(resources.transaction),
    moment: 'transaction_date',
    of: sql`t.transaction_type_id = any(${SALE_TYPES})`,
  },
  part: { field: 'transaction_type_id', of: SALE_TYPES },
});
