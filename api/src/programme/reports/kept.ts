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

/** Kept figures (docs/decisions/0013-kept-figures.md) that tell what the records of a report tell, added up by month. */
export interface Kept {
  /** They, as a list of them would be defined. */
  readonly definition: ResourceDefinition;
  /** What they tell, by what the report has for it: a table or one column of it, and the path to it. */
  readonly told: Readonly<Record<string, string>>;
  /** The fields that are sums. */
  readonly sums: readonly string[];
  /** The field with how many records a figure stands for. */
  readonly rows: string;
  /** SQL of those in the actor's sight; `asked` are the fields that are wanted. */
  readonly records: (actor: Actor, asked: ReadonlySet<string>, portion: Portion) => RawBuilder<unknown>;
  /** The records that are told one by one where no figure does. */
  readonly singles: Singles;
}

/** The records whose figures are kept. */
export interface Singles {
  readonly definition: ResourceDefinition;
  /** The moment that tells the month of a record. */
  readonly moment: string;
  /** Where a record has what a figure tells, if not under the same name. */
  readonly columns?: Readonly<Record<string, string>>;
  /** The records that the report is about, as a condition on `t`; all by default. */
  readonly of?: RawBuilder<unknown>;
}

/** What is read: the kept figures of some months, and single records beside them. */
export interface Portion {
  /** Either end may be open. */
  readonly months: DayRange;
  /** SQL of the records, each with what every figure is kept by, how many it counts as, which may be -1, what it is told apart by, and amounts. */
  readonly beside: (amounts: readonly string[], parts: readonly string[]) => readonly RawBuilder<unknown>[];
}

/** Whether a month is one of those that are read. */
export const monthsSql = (month: RawBuilder<unknown>, { months: [first, last] }: Portion): RawBuilder<unknown> =>
  sql`${first ? sql`${month} >= ${first}::date` : sql`true`} and ${last ? sql`${month} <= ${last}::date` : sql`true`}`;

/** What every figure is kept by. */
export const OF_A_MONTH = {
  month: date('Month', 'Bulan', { required: true, ofMonth: true }),
  hotel_id: reference('hotel', 'Hotel', 'Hotel', { required: true }),
  membership_id: reference('membership', 'Membership', 'Keanggotaan'),
};

/** What is kept of the records of a report: of a month, at a hotel, of a membership and in a currency. */
export const defineKept = (report: ReportKey, fields: Readonly<Record<string, Field>>): ResourceDefinition =>
  defineResource({
    key: `kept_${permissionKey(report).toLowerCase()}`,
    label: { en: 'Month', id: 'Bulan' },
    labels: { en: 'Months', id: 'Bulan' },
    permission: permissionKey(report),
    path: '/report',
    icon: 'chart-column',
    display: { name: [] },
    fields: {
      ...OF_A_MONTH,
      currency: text('Currency', 'Mata uang'),
      ...fields,
    },
    list: [],
    // Their days are those of the hotel.
    scope: { hotel: ['hotel_id'] },
  });

/** The tables that every figure tells. */
export const PLACES: Kept['told'] = {
  membership: 'membership.',
  hotel: 'hotel.',
  country: 'hotel.country.',
  region: 'hotel.country.region.',
};
