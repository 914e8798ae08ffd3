import { type Condition, listParameters } from './filter.ts';
import type { Nested } from './resource.ts';
import type { ResourceKey } from './resources.ts';

/** Just the rows that a figure counts: a list and its filters. */
export interface Rows {
  readonly resource: ResourceKey;
  readonly conditions: readonly Condition[];
}

/** A number and the rows behind it. */
export interface Figure {
  readonly number: number;
  readonly rows: Rows;
}

/** A local amount, 3 decimals. */
export interface Amount {
  readonly currency: string;
  readonly amount: string;
}

/** What one month had, of one membership or at one hotel. */
export interface Cell {
  /** `YYYY-MM`, in the zone of each hotel. */
  readonly month: string;
  /** Of the membership or the hotel; null where a record has none, and where nothing is told apart. */
  readonly id: number | null;
  readonly number: number;
  readonly amounts: readonly Amount[];
  /** US dollars at the rates of the days, 2 decimals; null where nominals are counted, which have no such rate. */
  readonly usd: string | null;
}

/** Records by month. */
export interface MonthFigures {
  readonly rows: Rows;
  /** Columns of the list that a cell stands for. */
  readonly month: string;
  readonly by_month: readonly Cell[];
}

/** What a month is compared with: the same months a year before, of everything together. */
export interface YearBefore {
  readonly year_before: readonly Cell[];
}

/** Records by month, told apart by membership and by hotel: both sum up to the same. */
export interface RevenueFigures extends Omit<MonthFigures, 'by_month'>, YearBefore {
  readonly by_membership: readonly Cell[];
  readonly by_hotel: readonly Cell[];
}

/** This month so far, and all of the month before. */
export interface Comparison {
  readonly this_month: Figure;
  readonly last_month: Figure;
}

/** `data` of `GET /api/dashboard?hotel_id=&region_id=&from=&to=`. Days and months are those of each hotel. */
export interface Dashboard {
  /** The present month, `YYYY-MM`; where it is two, the later one. */
  readonly month: string;
  /** Months of sales, visits and redemptions, all of them, in order. */
  readonly months: readonly string[];
  /** The hotels that are counted. */
  readonly hotels: readonly Nested[];
  readonly memberships: readonly Nested[];
  /** Decimals of each currency that occurs. */
  readonly decimals: Readonly<Record<string, number>>;
  readonly members: Figure & { readonly by_standing: readonly (Figure & { readonly standing: string })[] };
  readonly joined: Comparison;
  /** Members whose last card ended without a renewal. */
  readonly lapsed: Comparison;
  /** Members whose last card ends within so many days, today included. */
  readonly expiring: readonly (Figure & { readonly days: number })[];
  /** Sales, renewals and gifts of memberships. */
  readonly sales: RevenueFigures;
  readonly visits: RevenueFigures;
  /** Nominals of what was redeemed. */
  readonly redemptions: MonthFigures & YearBefore;
  /** What members may still redeem, and its nominals by the month of the last day. */
  readonly vouchers: Figure & MonthFigures & { readonly amounts: readonly Amount[] };
}

/** Months that the dashboard shows where none are asked for, and at most. */
export const DASHBOARD_MONTHS = 12;
export const DASHBOARD_MONTHS_MAX = 60;

export const includes = (column: string, ids: readonly (number | string)[]): Condition => ({
  column,
  operator: 'includes',
  value: ids.join(','),
});

/** Rows of which one column, or its hotels, are narrowed down: the new condition takes the place of one that is as the column. */
export const narrowed = ({ resource, conditions }: Rows, ...more: readonly Condition[]): Rows => ({
  resource,
  conditions: [...conditions.filter((c) => !more.some(({ column }) => column === c.column)), ...more],
});

/** Records of one month, or of the months from one to another. */
export const inMonths = (column: string, from: string, to = from): Condition => ({
  column,
  operator: 'date_between',
  value: `${from},${to}`,
});

/** Of one record, or of none. */
export const ofOne = (column: string, id: number | null): Condition =>
  id === null ? { column, operator: 'null', value: '1' } : includes(column, [id]);

/** The call that lists the rows. */
export const rowsCall = ({ resource, conditions }: Rows): string =>
  `/api/${resource}?${listParameters({ conditions })
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')}`;
