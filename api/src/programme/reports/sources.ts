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
import { KEPT_REDEMPTIONS, KEPT_SALES, KEPT_VISITS, SALE_TYPES } from './kept-amounts.ts';
import { KEPT_VOUCHERS } from './kept-vouchers.ts';
import type { Kept } from './kept.ts';
import { overview, overviewFigures, overviewSql } from './overview.ts';
import { countingRates, withoutRateField } from './without-rate.ts';

/** A sum over records. See docs/decisions/0028-running-reports.md. */
interface ReportFigure {
  /** Columns of the record that it is made of. */
  readonly of: readonly string[];
  /** SQL over these of the amount that one record adds. */
  readonly sql: string;
}

/** The source of a report: the records that it lists, and the joins from one of them to its tables. Never more than one of each. */
export interface ReportSource {
  /** The records, as a list of them would be defined: their scope is the report's. */
  readonly definition: ResourceDefinition;
  /** SQL of the records where they are no table as it stands; `asked` are the figures that are wanted. */
  readonly records?: (asked: readonly string[], now: Date) => RawBuilder<unknown>;
  /** The records are those in the actor's sight already. */
  readonly isInSight?: boolean;
  /** The path from the record to that of a table, with a dot behind it. */
  readonly tables: Readonly<Record<string, string>>;
  /** Relations to records that point back at the report's own, by this column of theirs. */
  readonly back?: Readonly<Record<string, string>>;
  /** By relations: columns of the record and of its target that are the same in every row, as the database holds. */
  readonly alike?: Readonly<Record<string, readonly [own: string, behind: string]>>;
  /** Columns that stand elsewhere than their table. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Moments of deletion that must be null, beside the record's other conditions. */
  readonly live: readonly string[];
  /** The usual order; null where no records are listed, but sums alone. */
  readonly order: string | null;
  /** The columns that may be added up: amounts and counts that each belong to one row alone. */
  readonly summed: readonly string[];
  /** The column of the currency; only amounts in the same one are added up. */
  readonly currency?: string;
  /** The column with how many records a row stands for, where it is not one. */
  readonly rows?: string;
  /** Columns that are nothing but sums. */
  readonly figures: Readonly<Record<string, ReportFigure>>;
  /** The figures that are kept of its records. */
  readonly kept?: Kept;
  /** The column by which rows are limited where the question does not limit them by it, and the preset. */
  readonly usually?: { readonly column: string; readonly preset: string };
}

const place = (hotel: string) => ({
  hotel: `${hotel}.`,
  country: `${hotel}.country.`,
  region: `${hotel}.country.region.`,
});
const prefixed = (table: string, columns: readonly string[]): string[] => columns.map((name) => `${table}.${name}`);

/** Members, each with the card at hand. */
const member_at_hand = defineResource({
  ...resources.member,
  key: 'member_at_hand',
  fields: { ...resources.member.fields, member_card_id: reference('member_card', 'Member card', 'Kartu anggota') },
});

/** Sales, renewals and gifts of memberships, each with the card that it brought and its first line, the fee. */
const membership_sale = defineResource({
  ...resources.transaction,
  key: 'membership_sale',
  fields: {
    ...countingRates(resources.transaction).fields,
    member_card_id: reference('member_card', 'Member card', 'Kartu anggota'),
    transaction_detail_id: reference('transaction_detail', 'Fee', 'Biaya'),
  },
});

/** Transactions of every type, each with its day at its hotel. See docs/decisions/0091-takings.md. */
const taken_transaction = defineResource({
  ...resources.transaction,
  key: 'taken_transaction',
  fields: { ...resources.transaction.fields, day: date('Day', 'Hari'), amount_without_rate: withoutRateField },
});

/** How many vouchers are in one of these states, and their worth. */
const inStates = (name: string, ...of: readonly string[]): Record<string, ReportFigure> => {
  const states = of.map((state) => `'${state}'`).join(', ');
  return {
    [`benefit.${name}`]: { of: ['state'], sql: `(state in (${states}))::int` },
    [`benefit.${name}_nominal`]: {
      of: ['state', 'nominal'],
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
      ...place('member.hotel'),
    },
    alike: { member_card: ['member_id', 'member_card.member_id'] },
    live: ['deleted_at'],
    order: '-id',
    summed: ['member_voucher.nominal'],
    currency: 'currency',
    kept: KEPT_VOUCHERS,
    figures: {
      'benefit.issued': { of: [], sql: '1' },
      'benefit.issued_nominal': { of: ['nominal'], sql: 'nominal' },
      ...inStates('redeemed', 'redeemed'),
      ...inStates('open', ...OPEN_VOUCHER_STATES),
      ...inStates('expired', 'expired'),
      ...inStates('cancelled', 'cancelled'),
    },
  },
  'member-report': {
    definition: member_at_hand,
    records: () => sql`select m.*, s.member_card_id from member m left join member_standing s on s.member_id = m.id`,
    tables: { member: '', member_card: 'member_card.', membership: 'membership.', ...place('hotel') },
    back: { member_card: 'member_id' },
    live: ['deleted_at'],
    order: '-id',
    summed: ['member.comp_visits_period'],
    figures: {},
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
      ...place('redeem_hotel'),
    },
    live: ['deleted_at'],
    order: '-redeem_date',
    summed: ['member_voucher.nominal'],
    currency: 'member_voucher.currency',
    kept: KEPT_REDEMPTIONS,
    figures: {},
  },
  'sales-report': {
    definition: membership_sale,
    records: () => sql`
      select s.*,
        (select c.id from member_card c where c.transaction_id = s.id order by c.deleted_at desc nulls first, c.id limit 1) as member_card_id,
        (select d.id from transaction_detail d where d.transaction_id = s.id and d.deleted_at is null order by d.id limit 1) as transaction_detail_id
      from transaction s
      where s.transaction_type_id = any(${SALE_TYPES})`,
    tables: {
      transaction: '',
      transaction_detail: 'transaction_detail.',
      member_card: 'member_card.',
      membership: 'membership.',
      member: 'member.',
      ...place('hotel'),
    },
    back: { member_card: 'transaction_id', transaction_detail: 'transaction_id' },
    live: ['deleted_at'],
    order: '-transaction_date',
    summed: prefixed('transaction', ['sub_total', 'discount', 'grand_total', 'grand_total_usd']),
    currency: 'currency',
    kept: KEPT_SALES,
    figures: {},
  },
  'visit-report': {
    definition: countingRates(resources.visit),
    tables: { visit: '', member: 'member.', membership: 'membership.', ...place('hotel') },
    live: ['deleted_at'],
    order: '-visit_date',
    summed: prefixed('visit', ['total_room', 'total_fb', 'total_others', 'grand_total', 'grand_total_usd']),
    currency: 'currency',
    kept: KEPT_VISITS,
    figures: {},
  },
  'takings-report': {
    definition: taken_transaction,
    records: () => sql`
      select s.*, (s.transaction_date at time zone z.zone)::date as day from transaction s join hotel_zone z on z.hotel_id = s.hotel_id`,
    tables: { transaction: '', takings: '', member: 'member.', membership: 'membership.', ...place('hotel') },
    live: ['deleted_at'],
    order: '-transaction_date',
    summed: [],
    currency: 'currency',
    figures: {
      'takings.records': { of: [], sql: '1' },
      'takings.amount': { of: ['grand_total'], sql: 'grand_total' },
      'takings.amount_usd': { of: ['grand_total_usd'], sql: 'grand_total_usd' },
      'takings.amount_without_rate': { of: ['usd_rate'], sql: '(usd_rate is null)::int' },
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
    figures: Object.fromEntries(overviewFigures.map((name) => [`overview.${name}`, { of: [name], sql: name }])),
    usually: { column: 'month', preset: 'this_year' },
  },
};
