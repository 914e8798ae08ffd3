import { resources } from '@innkeeper/contract';
import type { BatchLine, integrationVisitCalls } from '@innkeeper/contract/calls';
import { integrationOf } from '../../access/actor.ts';
import { type Handlers, JsonText, recordAnswer } from '../../engine/calls/register.ts';
import { findByNumber } from '../../engine/resources/look-ups.ts';
import { newestQuestion, readNewest } from '../../engine/resources/newest.ts';
import { readRecord } from '../../engine/resources/record.ts';
import { readValues, toColumns } from '../../engine/resources/values.ts';
import type { FlowServices } from '../../engine/resources/workflow.ts';
import { createRecord } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import type { Body } from '../../platform/http/body.ts';
import { ApiError } from '../../platform/http/fail.ts';
import { memberOf, postBatch } from './batch.ts';
import { PostedMeanwhile, awaitTurn, billRefusal, findBills, isTaken } from './bills.ts';

/** Visits as a hotel's own system posts them: by the rules of the console, each bill once. */
export const integrationVisitHandlers = (services: FlowServices): Handlers<typeof integrationVisitCalls> => ({
  'GET /integration/v1/visits': {
    stamped: async ({ actor, query, timeZone, now }) => {
      const { db, behaviours } = services;
      const question = newestQuestion(query, timeZone);
      return new JsonText(await readNewest(db, behaviours, actor, resources.visit, question, now));
    },
  },
  'GET /integration/v1/visits/{id}': {
    stamped: async ({ actor, path: { id }, now }) =>
      new JsonText(`{"data":${await readRecord(services.db, services.behaviours, actor, resources.visit, id, now)}}`),
  },
  'POST /integration/v1/visits': async ({ actor, context, timeZone, sent }) => {
    const write = { context, services, d: resources.visit, timeZone };
    const { id: hotelId } = integrationOf(actor).hotel;
    const bill = await withMember(write, withHotel(sent, hotelId));
    const values = toColumns(write.d, readValues(write.d, bill, 'create'), timeZone);
    await awaitTurn(context.tx, hotelId, false);
    const known = (await findBills(context.tx, hotelId, [values])).get(1);
    if (known && values.hotel_id === hotelId) {
      const refusal = billRefusal(known);
      if (refusal) throw refusal;
      const { text } = await recordAnswer(write, known.id);
      return new JsonText(text, 200);
    }
    const { data } = await createRecord(write, bill).catch((error: unknown) => {
      throw error instanceof ApiError && isTaken(error) ? new PostedMeanwhile() : error;
    });
    return new JsonText(`{"data":${data}}`);
  },
  'POST /integration/v1/visits/batch': async ({ actor, context, timeZone, body, language, request }) => {
    const write = { context, services, d: resources.visit, timeZone };
    const hotelId = integrationOf(actor).hotel.id;
    const lines = await postBatch(write, services.outbox, hotelId, body.visits, { language, requestId: request.id });
    const count = (outcome: BatchLine['outcome']) => lines.filter((line) => line.outcome === outcome).length;
    return { data: lines, meta: { created: count('created'), exists: count('exists'), refused: count('refused') } };
  },
});

/** A bill is of the hotel whose system sends it, and need not say so. */
function withHotel(body: Body, hotelId: number): Body {
  const isSaid = (body.values.hotel_id ?? '') !== '';
  return isSaid ? body : { ...body, values: { ...body.values, hotel_id: body.isForm ? String(hotelId) : hotelId } };
}

/** A member is told by the number of any card, in the place of the id. Throws a 422 at the number that leads nowhere. */
async function withMember({ context, services }: Write, body: Body): Promise<Body> {
  const { card_no, ...values } = body.values;
  if ((card_no ?? '') === '') return { ...body, values };
  const found = await findByNumber(context, services.behaviours, resources.member, [String(card_no)], 'number');
  const id = memberOf(found, card_no, values.member_id);
  return { ...body, values: { ...values, member_id: body.isForm ? String(id) : id } };
}
