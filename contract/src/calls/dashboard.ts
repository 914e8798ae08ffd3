import { z } from 'zod';
import { message } from '../errors/messages.ts';
import { permission } from '../rights/permission.ts';
import type { Calls, JsonOf } from './definition.ts';
import { idParameter, patternParameter } from './parameters.ts';
import { codedRecord, flag, integer, money, rowSelection, text, textOrNull } from './shapes.ts';

const MONTH = /^(19|20)\d\d-(0[1-9]|1[0-2])$/;
const month = text.regex(/^\d{4}-\d{2}$/);

const metric = z.strictObject({ number: integer, rows: rowSelection });
const amounts = z.array(money);
const cell = z.strictObject({
  month,
  id: integer.nullable().meta({
    description: 'ID of the membership or hotel; null if a record has none or the value is not broken down',
  }),
  number: integer,
  amounts: amounts.optional().meta({
    description: 'By currency. A breakdown has them only if the hotels share one currency; `by_month` always has them',
  }),
  usd: textOrNull.meta({ description: '2 decimals, at the rate of each day; null for face values' }),
  without_rate: integer.min(1).optional().meta({
    description: 'Records not included in `usd` because their country had no rate, if any',
  }),
});
const cells = z.array(cell);
const months = z.strictObject({
  rows: rowSelection,
  month: text.meta({ description: 'Column that determines the month' }),
  by_month: cells,
});
const year_before = cells.meta({ description: 'The same months of the previous year, not broken down' });
const revenue = months.extend({ by_membership: cells, by_hotel: cells, year_before });
const comparison = z.strictObject({ this_month: metric, last_month: metric });

/** Days and months are those of each hotel. */
const dashboard = z.strictObject({
  month: month.meta({ description: 'The current month; the later one where hotels differ' }),
  has_two_months: flag.meta({
    description: 'For some hours at the end of a month: a part of the hotels is in the next one. Each counts its own',
  }),
  months: z.array(month),
  hotels: z.array(codedRecord),
  memberships: z.array(codedRecord),
  decimals: z.record(text, integer),
  members: metric.extend({
    by_standing: z.array(metric.extend({ standing: text })),
    served_elsewhere: metric.nullable().meta({
      description: 'Members who registered at these hotels, but are served and counted at others; null for all hotels',
    }),
  }),
  joined: comparison,
  lapsed: comparison.meta({ description: 'Members whose last card ended in this month without another active card' }),
  expiring: z.array(metric.extend({ days: integer })),
  sales: revenue,
  visits: revenue,
  redemptions: months.extend({ year_before }),
  vouchers: metric.extend({ ...months.shape, amounts }),
});

export const dashboardCalls = {
  'GET /api/dashboard': {
    name: 'getDashboard',
    tag: 'Dashboard',
    summary: {
      en: 'Metrics of visible hotels, each with its rows',
      id: 'Metrik hotel yang dapat diakses, masing-masing dengan barisnya',
    },
    description: 'Always current. Days and months follow each hotel’s time zone. Default: the last twelve months.',
    rights: [permission('VIEW', 'DASHBOARD')],
    query: z.object({
      hotel_id: idParameter(undefined, message('number')),
      region_id: idParameter(undefined, message('number')),
      from: patternParameter(MONTH, message('date'), 'First month'),
      to: patternParameter(MONTH, message('date'), 'Last month'),
    }),
    response: z.strictObject({ data: dashboard }),
    rejections: [404],
  },
} satisfies Calls;

export type Metric = JsonOf<typeof metric>;
export type Amount = JsonOf<typeof money>;
export type MonthMetrics = JsonOf<typeof months>;
export type RevenueMetrics = JsonOf<typeof revenue>;
export type Comparison = JsonOf<typeof comparison>;
export type Cell = JsonOf<typeof cell>;
export type YearBefore = Pick<RevenueMetrics, 'year_before'>;
export type Dashboard = JsonOf<typeof dashboard>;
