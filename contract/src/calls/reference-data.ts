import { z } from 'zod';
import type { Calls, JsonOf } from './definition.ts';
import { codedRecord, hotel, id, text, textOrNull } from './shapes.ts';

const referenceData = z.strictObject({
  options: z.array(
    z.strictObject({ slug: text, option_detail: z.array(codedRecord.extend({ code: textOrNull, value: textOrNull })) }),
  ),
  regions: z.array(hotel),
  hotels: z.array(
    hotel.extend({
      country_id: id.optional().meta({ description: 'With the right VIEW_HOTEL' }),
      is_active: z.literal([0, 1]).optional().meta({ description: 'With the right VIEW_HOTEL' }),
    }),
  ),
});

/** What a session of the console loads after its user. */
export const referenceDataCalls = {
  'GET /api/reference_data': {
    name: 'getReferenceData',
    tag: 'Choices',
    summary: {
      en: 'Options, regions and hotels in one response',
      id: 'Opsi, wilayah, dan hotel dalam satu respons',
    },
    description: 'Of each record, what a choice needs. The hotels are those that the user can see.',
    rights: [],
    response: z.strictObject({ data: referenceData }),
  },
} satisfies Calls;

export type ReferenceData = JsonOf<typeof referenceData>;
