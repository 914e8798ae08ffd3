import { date, defineResource, catalogueField, reference, reportCatalogue } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { visibleHotelSql } from '../../access/scope.ts';
import { type Rollup, SHARED_PATHS, type RollupCoverage, defineRollup, coveredMonthsSql } from './rollup.ts';

const measureColumns = reportCatalogue.find(({ table }) => table === 'benefit')?.columns ?? [];

/** The voucher type and the last day. */
const VOUCHER_FIELDS = ['voucher_id', 'valid_until_date'];

const definition = defineRollup('benefit-report', {
  voucher_id: reference('voucher', 'Voucher', 'Voucher'),
  valid_until_date: date('Valid until', 'Berlaku hingga'),
  ...Object.fromEntries(measureColumns.map((measureColumn) => [measureColumn.column, catalogueField(measureColumn)])),
});

/** One row per voucher, with its current state (`db/routines/voucher-state.sql`). */
const issued_voucher = defineResource({ ...definition, key: 'issued_voucher' });

/**
 * States of vouchers, from rollups or, if the query uses voucher types or last days, from the state of each voucher
 * (docs/decisions/0076-store-voucher-outcomes-by-month-of-issue-and-of-expiry.md).
 */
export const VOUCHER_ROLLUP: Rollup = {
  definition,
  pathByColumn: {
    ...SHARED_PATHS,
    'member_card.membership': 'membership.',
    voucher: 'voucher.',
    'member_voucher.voucher': 'voucher.',
    'member_voucher.valid_until_date': 'valid_until_date',
    benefit: '',
    'member_voucher.created_at': 'month',
    'member_voucher.currency': 'currency',
    'member_voucher.nominal': 'issued_nominal',
  },
  sums: ['issued_nominal'],
  rows: 'issued',
  singleRows: { definition: issued_voucher, moment: 'created_at' },
  records: (actor, requestedFields, coverage) => {
    const splitFields = VOUCHER_FIELDS.filter((name) => requestedFields.has(name));
    const amounts = measureColumns.map(({ column }) => column);
    const dimensions = [
      'hotel_id',
      ...(requestedFields.has('membership_id') ? ['membership_id'] : []),
      'month',
      'currency',
    ];
    const selectedColumns = [...dimensions, ...splitFields, ...amounts].map((name) => sql.ref(name));
    const rollup =
      splitFields.length > 0
        ? perVoucherSql(actor, requestedFields, coverage)
        : stateRollupSql(actor, requestedFields, coverage);
    const statements = [rollup, ...coverage.extraRows(amounts, splitFields)];
    return sql.join(
      statements.map((statement) => sql`select ${sql.join(selectedColumns)} from (${statement}) rollups`),
      sql` union all `,
    );
  },
};

/** The current month of each hotel; `offset 0` makes PostgreSQL compute it once. */
const CURRENT_MONTH_JOIN = sql`join (
  select hotel_id, d.today, date_trunc('month', d.today)::date as month,
    (date_trunc('month', d.today) + interval '1 month')::date as next
  from hotel_time_zone, lateral (select (now() at time zone zone)::date as today) d offset 0) z
    on z.hotel_id = f.hotel_id`;
/**
 * A hotel's local day differs from the UTC day by at most one. These wider bounds use the index; the condition on the
 * hotel's own month filters the rest.
 */
const CURRENT_MONTHS = sql`f.day >= date_trunc('month', (now() at time zone 'UTC')::date - 1)::date
  and f.day < (date_trunc('month', (now() at time zone 'UTC')::date + 1) + interval '1 month')::date`;

/**
 * SQL for the rollups, summed over all dimensions that are not requested. Vouchers of past or future months are open or
 * expired as a whole; those of the current month depend on the day, with the same clock as a voucher's state
 * (`api/src/features/cards/member_voucher.ts`). The rest are redeemed.
 */
function stateRollupSql(
  actor: Actor,
  requestedFields: ReadonlySet<string>,
  coverage: RollupCoverage,
): RawBuilder<unknown> {
  const isRequested = (name: string) => requestedFields.has(name) || requestedFields.has(`${name}_nominal`);
  const byIssue = (state: string): StateSource => ({
    from: sql`voucher_rollup f`,
    month: sql`f.month`,
    number: sql.ref(`f.${state}`),
    nominal: sql.ref(`f.${state}_nominal`),
    days: sql`true`,
  });
  const byExpiry = (span: 'day' | 'month', days: RawBuilder<unknown>): StateSource => ({
    from: sql`${sql.table(`open_voucher_${span}_rollup`)} f ${CURRENT_MONTH_JOIN}`,
    month: sql`f.issue_month`,
    number: sql`f.number`,
    nominal: sql`f.nominal`,
    days,
  });
  const states = {
    issued: [byIssue('issued')],
    cancelled: [byIssue('cancelled')],
    open: [
      byExpiry('month', sql`f.month >= z.next`),
      byExpiry('day', sql`${CURRENT_MONTHS} and f.day >= z.today and f.day < z.next`),
    ],
    expired: [
      byExpiry('month', sql`f.month < z.month`),
      byExpiry('day', sql`${CURRENT_MONTHS} and f.day >= z.month and f.day < z.today`),
    ],
  } as const;
  const requestedStates = Object.entries(states).filter(
    ([state]) => state === 'issued' || isRequested(state) || isRequested('redeemed'),
  );
  const statements = requestedStates.flatMap(([state, sources]) =>
    sources.map((source) => stateSumsSql(actor, requestedFields, coverage, state, source)),
  );
  return sql`
    select p.hotel_id, p.membership_id, p.month, p.currency, ${sql.join(Object.keys(states).flatMap(stateColumns))},
           case p.state when 'issued' then p.number else -p.number end as redeemed,
           case p.state when 'issued' then p.amount else -p.amount end as redeemed_nominal
    from (${sql.join(statements, sql` union all `)}) p`;
}

/** Vouchers of a state. */
interface StateSource {
  /** Their rollup `f`. */
  readonly from: RawBuilder<unknown>;
  /** The month of issue. */
  readonly month: RawBuilder<unknown>;
  readonly number: RawBuilder<unknown>;
  readonly nominal: RawBuilder<unknown>;
  /** A condition on the last day, or on its month. */
  readonly days: RawBuilder<unknown>;
}

const stateSumsSql = (
  actor: Actor,
  requestedFields: ReadonlySet<string>,
  coverage: RollupCoverage,
  state: string,
  { from, month, number, nominal, days }: StateSource,
): RawBuilder<unknown> => sql`
  select ${sql.lit(state)} as state, f.hotel_id,
         ${requestedFields.has('membership_id') ? sql`f.membership_id` : sql`null::bigint`} as membership_id,
         ${requestedFields.has('month') ? month : sql`null::date`} as month, f.currency,
         sum(${number})::bigint as number, sum(${nominal}) as amount
  from ${from}
  where ${days} and ${coveredMonthsSql(month, coverage)}
    and ${visibleHotelSql(actor, sql`f.hotel_id`)} group by 2, 3, 4, 5`;

/** The same SQL over the state of each voucher. */
function perVoucherSql(
  actor: Actor,
  requestedFields: ReadonlySet<string>,
  coverage: RollupCoverage,
): RawBuilder<unknown> {
  const keys = [
    'hotel_id',
    ...['membership_id', ...VOUCHER_FIELDS].filter((name) => requestedFields.has(name)),
    'currency',
  ];
  const keyColumns = keys.map((key) => sql.ref(`f.${key}`));
  const month = requestedFields.has('month') ? sql`f.issue_month` : sql`null::date`;
  const state = sql`case when f.state = 'open' and f.valid_until_date < z.today then 'expired' else f.state end`;
  return sql`
    select p.*, p.number as issued, p.amount as issued_nominal, ${sql.join(['redeemed', 'open', 'expired', 'cancelled'].flatMap(stateColumns))}
    from (select ${sql.join(keyColumns)}, ${month} as month, ${state} as state, count(*) as number, sum(f.nominal) as amount
          from voucher_state f ${CURRENT_MONTH_JOIN} where f.state <> 'deleted' and ${visibleHotelSql(actor, sql`f.hotel_id`)} and ${coveredMonthsSql(sql`f.issue_month`, coverage)} group by ${sql.join(keyColumns)}, ${month}, ${state}) p`;
}

const stateColumns = (state: string) => [
  sql`case p.state when ${sql.lit(state)} then p.number else 0 end as ${sql.ref(state)}`,
  sql`case p.state when ${sql.lit(state)} then p.amount else 0 end as ${sql.ref(`${state}_nominal`)}`,
];
