import type { monthsCondition } from '@innkeeper/contract';
import type { Dashboard, Metric } from '@innkeeper/contract/calls';
import { type EntryPoint, dashboardValue, openedTotal } from './entry-points.ts';

/** Labels that the console shows with a value, each with the entry points that show it. */
export type LabelledValues = Readonly<Record<string, Readonly<Record<string, EntryPoint>>>>;

/** The year up to the current month: months reach equally far back on the dashboard, in lists and in reports. */
export interface Year {
  /** The query of the dashboard. */
  readonly query: string;
  /** The condition that limits a date column to the year. */
  readonly toCondition: (column: string) => ReturnType<typeof monthsCondition>;
}

/** A transaction type that sells, renews or gives memberships: its detail, code and name. */
export interface SaleType {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

/** The overview of the year, by hotel. */
export const overviewReport = ({ toCondition }: Year) =>
  ({ report: 'overview-report', hotel: 'overview.hotel', where: [toCondition('overview.month')] }) as const;

/** A dashboard metric, and the list that it opens. */
export const dashboardMetric = (read: (response: Dashboard) => Metric): Record<string, EntryPoint> => ({
  dashboard: dashboardValue((d) => String(read(d).number)),
  'list that it opens': openedTotal((d) => read(d).rows),
});
