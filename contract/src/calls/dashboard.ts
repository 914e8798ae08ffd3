import { z } from 'zod';
import { OPERATORS } from '../filter.ts';
import { message } from '../messages.ts';
import { permission } from '../permission.ts';
import { resourceKeys } from '../resources.ts';
import type { Calls, Read } from './call.ts';
import { idParameter, patternParameter } from './parameters.ts';
import { amount, nested, text, textOrNull, whole } from './shapes.ts';

const MONTH = /^(19|20)\d\d-(0[1-9]|1[0-2])$/;
const month = text.regex(/^\d{4}-\d{2}$/);

const rows = z
  .strictObject({
    resource: z.enum(resourceKeys),
    conditions: z.array(z.strictObject({ column: text, operator: z.enum(OPERATORS), value: text })),
  })
  .meta({ description: 'The list and the filters that give just the records which are counted' });
const figure = z.strictObject({ number: whole, rows });
const money = z.strictObject({ currency: text, amount });
const amounts = z.array(money);
const cell = z.strictObject({
  month,
  id: whole.nullable().meta({
    description: 'Of the membership or the hotel; null where a record has none, and where nothing is told apart',
  }),
  number: whole,
  amounts,
  usd: textOrNull.meta({ description: '2 decimals, at the rates of the days; null where nominals are counted' }),
  without_rate: whole.meta({ description: 'Records that `usd` leaves out, as their country had no rate yet' }),
});
const cells = z.array(cell);
const months = z.strictObject({
  rows,
  month: text.meta({ description: 'The column by which months are told' }),
  by_month: cells,
});
const year_before = cells.meta({ description: 'The same months a year before, of everything together' });
const revenue = months.omit({ by_month: true }).extend({ by_membership: cells, by_hotel: cells, year_before });
const comparison = z.strictObject({ this_month: figure, last_month: figure });

/** Days and months are those of each hotel. */
const dashboard = z.strictObject({
  month: month.meta({ description: 'The present month; where it is two, the later one' }),
  months: z.array(month),
  hotels: z.array(nested),
  memberships: z.array(nested),
  decimals: z.record(text, whole),
  members: figure.extend({ by_standing: z.array(figure.extend({ standing: text })) }),
  joined: comparison,
  lapsed: comparison.meta({ description: 'Members whose last card ended in the month, and of whom no other one runs' }),
  expiring: z.array(figure.extend({ days: whole })),
  sales: revenue,
  visits: revenue,
  redemptions: months.extend({ year_before }),
  vouchers: figure.extend({ ...months.shape, amounts }),
});

export const dashboardCalls = {
  'GET /api/dashboard': {
    tag: 'Dashboard',
    summary: {
      en: 'The figures of the hotels in sight, each with the rows that it counts',
      id: 'Angka hotel yang terlihat, masing-masing dengan baris yang dihitungnya',
    },
    description:
      'Exact at once; days and months are those of each hotel. Twelve months up to the present one unless told otherwise.',
    rights: [permission('VIEW', 'DASHBOARD')],
    query: z.object({
      hotel_id: idParameter(undefined, message('number')),
      region_id: idParameter(undefined, message('number')),
      from: patternParameter(MONTH, message('date'), 'First month'),
      to: patternParameter(MONTH, message('date'), 'Last month'),
    }),
    answer: z.strictObject({ data: dashboard }),
    refusals: [404],
  },
} satisfies Calls;

export type Figure = Read<typeof figure>;
export type Amount = Read<typeof money>;
export type MonthFigures = Read<typeof months>;
export type RevenueFigures = Read<typeof revenue>;
export type Comparison = Read<typeof comparison>;
export type Cell = Read<typeof cell>;
export type YearBefore = Pick<RevenueFigures, 'year_before'>;
export type Dashboard = Read<typeof dashboard>;
