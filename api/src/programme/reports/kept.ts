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
import type { RawBuilder } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { DayRange } from '../../engine/resources/conditions.ts';

/** Kept figures (docs/decisions/0013-kept-figures.md) that tell what the records of a report tell, added up by month. */
export interface Kept {
  /** They, as a list of them would be defined: their scope is the report's. */
  readonly definition: ResourceDefinition;
  /** What they tell, by what the report has for it: a table or one column of it, and the path to it. */
  readonly told: Readonly<Record<string, string>>;
  /** The fields that are sums. */
  readonly sums: readonly string[];
  /** The field with how many records a figure stands for. */
  readonly rows: string;
  /** SQL of them; `asked` are the fields that are wanted. With `part` they are of some months alone, and of records beside these. */
  readonly records: (actor: Actor, asked: ReadonlySet<string>, part?: PartOfMonths) => RawBuilder<unknown>;
  /** The records by which days are told, of a month of which not all days are asked for. */
  readonly days?: DaysOfRecords;
  /** They tell a reader of some hotels too little. */
  readonly isOfAllHotels?: boolean;
}

/** The records of a kind of figures. */
export interface DaysOfRecords {
  readonly definition: ResourceDefinition;
  /** The moment that tells the month of a record. */
  readonly moment: string;
  /** The function of the database that tells the figures of a record. */
  readonly figures: 'visit_figures' | 'redemption_figures' | 'sale_figures';
}

/** A period that begins or ends within a month: months, and beside them figures of records of single days, which may be minus. */
export interface PartOfMonths {
  readonly months: DayRange;
  readonly beside: readonly RawBuilder<unknown>[];
}

/** What every figure is kept by. */
export const OF_A_MONTH = {
  month: date('Month', 'Bulan', { required: true, ofMonth: true }),
  hotel_id: reference('hotel', 'Hotel', 'Hotel', { required: true }),
  membership_id: reference('membership', 'Membership', 'Keanggotaan'),
};

/** What is kept of the records of a report: of a month, at a hotel, of a membership and in a currency. */
export const defineKept = (
  report: ReportKey,
  fields: Readonly<Record<string, Field>>,
  hotels: readonly string[],
): ResourceDefinition =>
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
    scope: { hotel: hotels },
  });

/** The tables that every figure tells. */
export const PLACES: Kept['told'] = {
  membership: 'membership.',
  hotel: 'hotel.',
  country: 'hotel.country.',
  region: 'hotel.country.region.',
};
