import { z } from 'zod';
import { GAP_MEASURES } from '../reports/hotel-gaps.ts';
import { reportPermission } from '../rights/report-pages.ts';
import type { Calls, JsonOf } from './definition.ts';
import { wholeNumberParameter } from './parameters.ts';
import { hotel, integer, text } from './shapes.ts';

const month = text.regex(/^\d{4}-\d{2}$/);

const gap = z.strictObject({
  measure: z.enum(GAP_MEASURES),
  value: text.meta({ description: 'Value of the hotel: a count, or US dollars with 2 decimals', examples: ['49'] }),
  base: text.meta({
    examples: ['120'],
    description:
      'What the value is compared with: renewals with the terms that ended (renewals and lapsed members), redemptions with the vouchers issued, everything else with the same months of the previous year',
  }),
  percent: integer.meta({ description: '`value` in percent of `base`' }),
  median: integer.nullable().meta({
    description: 'The same percentage of the median of the visible hotels; null if `base` is the previous year',
  }),
});
const measuredHotel = z.strictObject({
  hotel,
  gaps: z.array(gap).meta({ description: 'At most three, the largest first' }),
});
const hotelGaps = z.strictObject({
  from: month.meta({ examples: ['2026-01'] }),
  to: month
    .nullable()
    .meta({ description: 'The last month that has ended everywhere; null if none has', examples: ['2026-10'] }),
  hotels: z.array(measuredHotel).meta({
    description: 'Visible hotels with enough records for at least one measure, by name',
  }),
});

/** Where a hotel is behind other hotels, or behind its own previous year. */
export const reportGapCalls = {
  'GET /api/report/overview/gaps': {
    name: 'listHotelGaps',
    tag: 'Reports',
    summary: {
      en: 'Where each hotel is behind the previous year or the median hotel',
      id: 'Bidang tiap hotel yang tertinggal dari tahun sebelumnya atau dari median hotel',
    },
    description:
      'Metrics of the overview report, over the months of the year that have ended. Small numbers are not compared.',
    rights: [reportPermission('overview-report')],
    query: z.object({ year: wholeNumberParameter(9999, 'Default: the current year') }),
    response: z.strictObject({ data: hotelGaps }),
  },
} satisfies Calls;

export type HotelGap = JsonOf<typeof gap>;
export type HotelGaps = JsonOf<typeof hotelGaps>;
