import {
  type Field,
  type ReportKey,
  type ResourceDefinition,
  date,
  defineResource,
  permissionKey,
  reference,
  text,
} from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { DayRange } from '../../engine/resources/conditions.ts';

/** The path in the rollups of each table or column of a report. */
export type PathByColumn = Readonly<Record<string, string>>;

/**
 * Monthly rollups (docs/decisions/0013-maintain-dashboard-totals-as-rollups.md) that can replace the records of a
 * report.
 */
export interface Rollup {
  /** The rollups, defined like a list. */
  readonly definition: ResourceDefinition;
  /** Maps a table or column of the report to its path in the rollups. */
  readonly pathByColumn: PathByColumn;
  /** Fields that are sums. */
  readonly sums: readonly string[];
  /** The field with the number of records that a rollup row counts. */
  readonly rows: string;
  /**
   * SQL for the rollups that the actor may see. `requestedFields` limits the fields; `coverage` limits the months and
   * adds rows.
   */
  readonly records: (
    actor: Actor,
    requestedFields: ReadonlySet<string>,
    coverage: RollupCoverage,
  ) => RawBuilder<unknown>;
  /** The records to read one by one where no rollup applies. */
  readonly singleRows: SingleRows;
}

/** The records behind the rollups. */
export interface SingleRows {
  readonly definition: ResourceDefinition;
  /** The time that determines a record's month. */
  readonly moment: string;
  /** Record columns for rollup fields whose names differ. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Limits the report to some records, as a condition on `t`; all by default. */
  readonly condition?: RawBuilder<unknown>;
}

/** What to read: the rollups of some months, plus single records. */
export interface RollupCoverage {
  /** Either end may be open. */
  readonly months: DayRange;
  /**
   * SQL for the extra records. Each has the rollup's key fields, its count (which may be -1), the parts to split by,
   * and the amounts.
   */
  readonly extraRows: (amounts: readonly string[], parts: readonly string[]) => readonly RawBuilder<unknown>[];
}

/** Whether a month is covered. */
export const coveredMonthsSql = (
  month: RawBuilder<unknown>,
  { months: [first, last] }: RollupCoverage,
): RawBuilder<unknown> =>
  sql`${first ? sql`${month} >= ${first}::date` : sql`true`} and ${last ? sql`${month} <= ${last}::date` : sql`true`}`;

/** Key fields of every rollup. */
export const MONTH_FIELDS = {
  month: date('Month', 'Bulan', { required: true, monthOnly: true }),
  hotel_id: reference('hotel', 'Hotel', 'Hotel', { required: true }),
  membership_id: reference('membership', 'Membership', 'Keanggotaan'),
};

/** Defines the rollup of a report: by month, hotel, membership and currency. */
export const defineRollup = (report: ReportKey, fields: Readonly<Record<string, Field>>): ResourceDefinition =>
  defineResource({
    key: `kept_${permissionKey(report).toLowerCase()}`,
    label: { en: 'Month', id: 'Bulan' },
    labels: { en: 'Months', id: 'Bulan' },
    permission: permissionKey(report),
    path: '/report',
    icon: 'chart-column',
    display: { name: [] },
    fields: {
      ...MONTH_FIELDS,
      currency: text('Currency', 'Mata uang'),
      ...fields,
    },
    list: [],
    // Days are local to the hotel.
    scope: { hotel: ['hotel_id'] },
  });

/** The tables that every rollup supports. */
export const SHARED_PATHS: PathByColumn = {
  membership: 'membership.',
  hotel: 'hotel.',
  country: 'hotel.country.',
  region: 'hotel.country.region.',
};
