import {
  OPEN_VOUCHER_STATES,
  type ReportKey,
  type ResourceDefinition,
  date,
  defineResource,
  reference,
  resources,
} from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { REDEMPTION_ROLLUP, SALE_ROLLUP, VISIT_ROLLUP, SALE_TYPES } from './rollup-amounts.ts';
import { VOUCHER_ROLLUP } from './rollup-vouchers.ts';
import type { Rollup } from './rollup.ts';
import { overview, overviewMeasures, overviewSql } from './overview.ts';
import { addRateField, withoutRateField } from './missing-rates.ts';

/** A sum over records. See docs/decisions/0028-run-each-report-as-one-statement-over-fixed-paths.md. */
interface ReportMeasure {
  /** Columns of the record that it is computed from. */
  readonly columns: readonly string[];
  /** SQL over these columns for the amount that one record adds. */
  readonly sql: string;
}

/**
 * The source of a report: the records that it lists, and the joins from a record to its tables, each with at most one
 * row.
 */
export interface ReportSource {
  /** The records, defined as for a list: their scope is the report's. */
  readonly definition: ResourceDefinition;
  /** SQL for the records if they are not a plain table; `requestedFields` are the requested totals. */
  readonly records?: (requestedFields: readonly string[], now: Date) => RawBuilder<unknown>;
  /** The records are already limited to those visible to the actor. */
  readonly isVisibilityApplied?: boolean;
  /** The path from the record to each table, with a trailing dot. */
  readonly tables: Readonly<Record<string, string>>;
  /** Reverse relations, each with the column by which its records reference the report's record. */
  readonly reverseRelations?: Readonly<Record<string, string>>;
  /**
   * By relation: a column of the record and one of its target that are equal in every row, as the database guarantees.
   */
  readonly sharedColumns?: Readonly<Record<string, readonly [own: string, relatedColumn: string]>>;
  /** Columns whose path differs from that of their table. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Deletion timestamps that must be null, in addition to the record's other conditions. */
  readonly live: readonly string[];
  /** The default order; null if the report lists no records but only sums. */
  readonly order: string | null;
  /** Columns that may be summed: amounts and counts that belong to one row each. */
  readonly summed: readonly string[];
  /** The currency column; only amounts in the same currency are summed. */
  readonly currency?: string;
  /** The column with the number of records that a row represents, if it is not one. */
  readonly rows?: string;
  /** Columns that are sums only. */
  readonly measures: Readonly<Record<string, ReportMeasure>>;
  /** The rollups of its records. */
  readonly rollup?: Rollup;
  /** The column and preset that limit the rows, unless the query limits them by that column. */
  readonly defaultPeriod?: { readonly column: string; readonly preset: string };
}

const hotelTables = (hotel: string) => ({
  hotel: `${hotel}.`,
  country: `${hotel}.country.`,
  region: `${hotel}.country.region.`,
});
const prefixColumns = (table: string, columns: readonly string[]): string[] =>
  columns.map((name) => `${table}.${name}`);

/** Members, each with the current card. */
const member_with_card = defineResource({
  ...resources.member,
  key: 'member_with_card',
  fields: { ...resources.member.fields, member_card_id: reference('member_card', 'Member card', 'Kartu anggota') },
});

/** Sales, renewals and free memberships, each with its card and its first line, the fee. */
const membership_sale = defineResource({
  ...resources.transaction,
  key: 'membership_sale',
  fields: {
    ...addRateField(resources.transaction).fields,
    member_card_id: reference('member_card', 'Member card', 'Kartu anggota'),
    transaction_detail_id: reference('transaction_detail', 'Fee', 'Biaya'),
  },
});

/**
 * Transactions of every type, each with its day at its hotel. See
 * docs/decisions/0091-report-takings-over-transactions-of-every-type.md.
 */
const taken_transaction = defineResource({
  ...resources.transaction,
  key: 'taken_transaction',
  fields: { ...resources.transaction.fields, day: date('Day', 'Hari'), amount_without_rate: withoutRateField },
});

/** The number of vouchers in one of these states, and their value. */
const createStateMeasures = (name: string, ...stateNames: readonly string[]): Record<string, ReportMeasure> => {
  const states = stateNames.map((state) => `'${state}'`).join(', ');
  return {
    [`benefit.${name}`]: { columns: ['state'], sql: `(state in (${states}))::int` },
    [`benefit.${name}_nominal`]: {
      columns: ['state', 'nominal'],
      sql: `case when state in (${states}) then nominal else 0 end`,
    },
  };
};

export const REPORT_SOURCES: Readonly<Record<ReportKey, ReportSource>> = {
  'benefit-report': {
    definition: resources.member_voucher,
    tables: {
      member_voucher: '',
      voucher: 'voucher.',
      membership: 'member_card.membership.',
      member_card: 'member_card.',
      member: 'member.',
      transaction: 'transaction.',
      ...hotelTables('member.hotel'),
    },
    sharedColumns: { member_card: ['member_id', 'member_card.member_id'] },
    live: ['deleted_at'],
    order: '-id',
    summed: ['member_voucher.nominal'],
    currency: 'currency',
    rollup: VOUCHER_ROLLUP,
    measures: {
      'benefit.issued': { columns: [], sql: '1' },
      'benefit.issued_nominal': { columns: ['nominal'], sql: 'nominal' },
      ...createStateMeasures('redeemed', 'redeemed'),
      ...createStateMeasures('open', ...OPEN_VOUCHER_STATES),
      ...createStateMeasures('expired', 'expired'),
      ...createStateMeasures('cancelled', 'cancelled'),
    },
  },
  'member-report': {
    definition: member_with_card,
    records: () => sql`select m.*, s.member_card_id from member m left join member_standing s on s.member_id = m.id`,
    tables: { member: '', member_card: 'member_card.', membership: 'membership.', ...hotelTables('hotel') },
    reverseRelations: { member_card: 'member_id' },
    live: ['deleted_at'],
    order: '-id',
    summed: ['member.comp_visits_period'],
    measures: {},
  },
  'redemption-report': {
    definition: resources.voucher_redeem,
    tables: {
      voucher_redeem: '',
      member_voucher: 'member_voucher.',
      voucher: 'member_voucher.voucher.',
      membership: 'member_voucher.member_card.membership.',
      member_card: 'member_voucher.member_card.',
      member: 'member.',
      ...hotelTables('redeem_hotel'),
    },
    live: ['deleted_at'],
    order: '-redeem_date',
    summed: ['member_voucher.nominal'],
    currency: 'member_voucher.currency',
    rollup: REDEMPTION_ROLLUP,
    measures: {},
  },
  'sales-report': {
    definition: membership_sale,
    records: () => sql`
      select s.*,
        (select c.id from member_card c where c.transaction_id = s.id order by c.deleted_at desc nulls first, c.id
            limit 1) as member_card_id,
        (select d.id from transaction_detail d where d.transaction_id = s.id and d.deleted_at is null order by d.id
            limit 1) as transaction_detail_id
      from transaction s
      where s.transaction_type_id = any(${SALE_TYPES})`,
    tables: {
      transaction: '',
      transaction_detail: 'transaction_detail.',
      member_card: 'member_card.',
      membership: 'membership.',
      member: 'member.',
      ...hotelTables('hotel'),
    },
    reverseRelations: { member_card: 'transaction_id', transaction_detail: 'transaction_id' },
    live: ['deleted_at'],
    order: '-transaction_date',
    summed: prefixColumns('transaction', ['sub_total', 'discount', 'grand_total', 'grand_total_usd']),
    currency: 'currency',
    rollup: SALE_ROLLUP,
    measures: {},
  },
  'visit-report': {
    definition: addRateField(resources.visit),
    tables: { visit: '', member: 'member.', membership: 'membership.', ...hotelTables('hotel') },
    live: ['deleted_at'],
    order: '-visit_date',
    summed: prefixColumns('visit', ['total_room', 'total_fb', 'total_others', 'grand_total', 'grand_total_usd']),
    currency: 'currency',
    rollup: VISIT_ROLLUP,
    measures: {},
  },
  'takings-report': {
    definition: taken_transaction,
    records: () => sql`
      select s.*, (s.transaction_date at time zone z.zone)::date as day from transaction s
      join hotel_time_zone z on z.hotel_id = s.hotel_id`,
    tables: { transaction: '', takings: '', member: 'member.', membership: 'membership.', ...hotelTables('hotel') },
    live: ['deleted_at'],
    order: '-transaction_date',
    summed: [],
    currency: 'currency',
    measures: {
      'takings.records': { columns: [], sql: '1' },
      'takings.amount': { columns: ['grand_total'], sql: 'grand_total' },
      'takings.amount_usd': { columns: ['grand_total_usd'], sql: 'grand_total_usd' },
      'takings.amount_without_rate': { columns: ['usd_rate'], sql: '(usd_rate is null)::int' },
    },
  },
  'overview-report': {
    definition: overview,
    records: overviewSql,
    tables: { overview: '' },
    columns: {
      'overview.hotel': 'hotel.name',
      'overview.region': 'region.name',
      'overview.membership': 'membership.name',
    },
    live: [],
    order: null,
    summed: [],
    measures: Object.fromEntries(overviewMeasures.map((name) => [`overview.${name}`, { columns: [name], sql: name }])),
    defaultPeriod: { column: 'month', preset: 'this_year' },
  },
};
