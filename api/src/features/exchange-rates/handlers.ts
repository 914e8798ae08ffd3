import type { rateCalls } from '@innkeeper/contract/calls';
import type { Handlers } from '../../engine/calls/register.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { correctRate, undoCorrection } from './correct-rate.ts';
import { previewCorrection, readCorrections, readCountry, readRates } from './rates.ts';

/** Wrong rates to the US dollar: the records that use them, and their correction. */
export const rateHandlers = ({ db: { kysely: db } }: WorkflowServices): Handlers<typeof rateCalls> => ({
  'GET /api/country/{id}/rates': async ({ actor, path: { id } }) => {
    const { currency } = await readCountry(db, actor, id);
    return { data: { currency, rates: await readRates(db, id), corrections: await readCorrections(db, id) } };
  },

  'GET /api/country/{id}/rate_preview': async ({ actor, path: { id }, query }) => ({
    data: await previewCorrection(db, await readCountry(db, actor, id), query),
  }),

  'POST /api/country/{id}/rate_correction': async ({ context, path: { id }, body }) => ({
    data: await correctRate(context, id, body),
  }),

  'POST /api/rate_correction/{id}/undo': async ({ context, path: { id } }) => ({
    data: await undoCorrection(context, id),
  }),
});
