import { resources } from '@innkeeper/contract';
import { BILLS, type BatchLine, type integrationVisitCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { integrationOf } from '../../access/actor.ts';
import { type Handlers, JsonText, recordAnswer } from '../../engine/calls/register.ts';
import { newestQuestion, readNewest } from '../../engine/resources/newest.ts';
import { readRecord } from '../../engine/resources/record.ts';
import type { Refuse } from '../../engine/resources/row-hooks.ts';
import { holdAlone } from '../../engine/resources/transaction.ts';
import { type FlowServices, hotelsOwn } from '../../engine/resources/workflow.ts';
import { createRecord, readAllWritten } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { ApiError } from '../../platform/http/fail.ts';
import { postBatch, refuseUnseen } from './batch.ts';
import { PostedMeanwhile, billRefusal, findBills, isTaken } from './bills.ts';
import { holdBills } from './held.ts';
import { readBills } from './read-bills.ts';

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
  'POST /integration/v1/visits': {
    alone: async ({ actor, context, timeZone, sent, query }) => {
      const write = { context, services, d: resources.visit, timeZone };
      const { id: hotelId } = integrationOf(actor).hotel;
      const asked = { hold: query.hold, refuse: refuseAtOnce };
      const { bills, unplaced } = await readBills(write, hotelId, [sent], asked);
      if (query.hold) await refuseUnseen(write, bills, refuseAtOnce);
      const [known] = (
        await findBills(
          context.tx,
          hotelId,
          bills.map(({ columns }) => columns),
        )
      ).values();
      if (query.hold) {
        const holding = { hotelId, bills, known: new Set(known ? [1] : []), unplaced };
        const held = (await holdBills(write, holding, refuseAtOnce)).get(1);
        if (held !== undefined) return heldAnswer(write, held);
      }
      if (known) {
        const refusal = billRefusal(known);
        if (refusal) throw refusal;
        const { text } = await recordAnswer(write, known.id);
        return new JsonText(text, 200);
      }
      const values = bills[0]?.values ?? {};
      const { data } = await createRecord(write, { isForm: false, files: {}, values }).catch((error: unknown) => {
        throw error instanceof ApiError && isTaken(error) ? new PostedMeanwhile() : error;
      });
      return new JsonText(`{"data":${data}}`);
    },
    // A refused one is answered alone, in the words of its own request.
    together: async (context, asked) => {
      const [first] = asked;
      if (!first) return [];
      const { timeZone, query, language, request } = first;
      const write = { context, services, d: resources.visit, timeZone };
      const hotelId = integrationOf(context.actor).hotel.id;
      const bills = asked.map(({ sent }) => (sent.isForm ? undefined : sent.values));
      const posting = { hold: query.hold, language, requestId: request.id };
      const lines = await postBatch(write, services.outbox, hotelId, bills, posting);
      const visits = await readAllWritten(write, idsOf(lines, 'visit'));
      const held = await readAllWritten({ ...write, d: resources.held_posting }, idsOf(lines, 'held'));
      return lines.map(({ outcome, visit, held: posting }) => {
        if (posting) return new JsonText(`{"data":${held.get(posting.id)}}`, 202);
        return visit ? new JsonText(`{"data":${visits.get(visit.id)}}`, outcome === 'created' ? 201 : 200) : undefined;
      });
    },
  },
  'POST /integration/v1/visits/batch': async ({ actor, context, timeZone, query, body, language, request }) => {
    const write = { context, services, d: resources.visit, timeZone };
    const hotelId = integrationOf(actor).hotel.id;
    // Of two files with the same bills the second finds what the first has posted, and neither has to take its own apart. Single bills stand
    // beside each other, but not beside a batch.
    await holdAlone(context.tx, hotelsOwn(BILLS, hotelId));
    const asked = { hold: query.hold, language, requestId: request.id };
    const lines = await postBatch(write, services.outbox, hotelId, body.visits, asked);
    const count = (outcome: BatchLine['outcome']) => lines.filter((line) => line.outcome === outcome).length;
    return {
      data: lines,
      meta: { created: count('created'), exists: count('exists'), held: count('held'), refused: count('refused') },
    };
  },
  'GET /integration/v1/held-postings': {
    stamped: async ({ actor, query, timeZone, now }) => {
      const { db, behaviours } = services;
      const question = newestQuestion(query, timeZone);
      return new JsonText(await readNewest(db, behaviours, actor, resources.held_posting, question, now));
    },
  },
  'GET /integration/v1/held-postings/{id}': {
    stamped: async ({ actor, path: { id }, now }) => {
      const { db, behaviours } = services;
      return new JsonText(`{"data":${await readRecord(db, behaviours, actor, resources.held_posting, id, now)}}`);
    },
  },
});

const idsOf = (lines: readonly BatchLine[], name: 'visit' | 'held'): number[] =>
  lines.flatMap((line) => line[name]?.id ?? []);

/** For a single bill each refusal is that of the call. */
const refuseAtOnce: Refuse = (_, error) => {
  throw error;
};

/** A bill that was held; or the visit as which staff have posted it since. */
async function heldAnswer(write: Write, id: number): Promise<JsonText> {
  const { rows } = await sql<{ visit_id: number | null }>`select visit_id from held_posting where id = ${id}`.execute(
    write.context.tx,
  );
  const visitId = rows[0]?.visit_id ?? null;
  const { text } = await recordAnswer(
    visitId === null ? { ...write, d: resources.held_posting } : write,
    visitId ?? id,
  );
  return new JsonText(text, visitId === null ? 202 : 200);
}
