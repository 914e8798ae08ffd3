import type { inMonths } from '@innkeeper/contract';
import type { Dashboard, Figure } from '@innkeeper/contract/calls';
import { type Door, dashboard, opened } from './doors.ts';

/** Words that the console says beside a figure, each with the doors that tell it. */
export type Words = Readonly<Record<string, Readonly<Record<string, Door>>>>;

/** The year up to the present month: months are as far back on the dashboard, in lists and in reports. */
export interface Year {
  /** The query of the dashboard. */
  readonly query: string;
  /** A column of days or moments within it. */
  readonly within: (column: string) => ReturnType<typeof inMonths>;
}

/** A transaction type by which memberships are sold, renewed or given: its detail, code and name. */
export interface SaleType {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

/** The overview of the year, by hotel. */
export const overviewOf = ({ within }: Year) =>
  ({ report: 'overview-report', hotel: 'overview.hotel', where: [within('overview.month')] }) as const;

/** A figure of the dashboard, and the list that it opens. */
export const figure = (read: (answer: Dashboard) => Figure): Record<string, Door> => ({
  dashboard: dashboard((d) => String(read(d).number)),
  'list that it opens': opened((d) => read(d).rows),
});
