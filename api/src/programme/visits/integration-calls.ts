import { resources } from '@innkeeper/contract';
import type { BatchLine, integrationVisitCalls } from '@innkeeper/contract/calls';
import { plannedOnce } from '@innkeeper/db';
import { sql } from 'kysely';
import { integrationOf } from '../../access/actor.ts';
import { type Handlers, JsonText } from '../../engine/calls/register.ts';
import type { WriteContext } from '../../engine/resources/behaviour.ts';
import { newestQuestion, readNewest } from '../../engine/resources/newest.ts';
import { readRecord } from '../../engine/resources/record.ts';
import type { FlowServices } from '../../engine/resources/workflow.ts';
import { readAllWritten } from '../../engine/resources/write.ts';
import { type Body, isObject } from '../../platform/http/body.ts';
import { postBills } from './post-bills.ts';

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
    together: async (context, asked) => {
      const [{ timeZone, query }] = asked;
      const write = { context, services, d: resources.visit, timeZone };
      const sent = asked.map((one) => one.sent);
      const posted = await postBills(write, services.outbox, integrationOf(context.actor).hotel.id, sent, query.hold);
      const visits = await readAllWritten(
        write,
        posted.flatMap(({ visitId }) => visitId ?? []),
      );
      const holding = { ...write, d: resources.held_posting };
      const holds = await readAllWritten(
        holding,
        posted.flatMap(({ held }) => held?.id ?? []),
      );
      return posted.map(({ visitId, isNew, held, refusal }) => {
        if (refusal) return refusal;
        if (held) return new JsonText(`{"data":${holds.get(held.id)}}`, 202);
        return new JsonText(`{"data":${visits.get(visitId ?? 0)}}`, isNew ? 201 : 200);
      });
    },
  },
  'POST /integration/v1/visits/batch': async ({ actor, context, timeZone, query, body, language, request }) => {
    const write = { context, services, d: resources.visit, timeZone };
    const hotelId = integrationOf(actor).hotel.id;
    const posted = await postBills(write, services.outbox, hotelId, body.visits.map(toBody), query.hold);
    const numbers = await readNumbers(
      context,
      posted.flatMap(({ visitId }) => visitId ?? []),
    );
    const lines = posted.map(({ visitId, isNew, held, refusal }, i): BatchLine => ({
      line: i + 1,
      outcome: refusal ? 'refused' : held ? 'held' : isNew ? 'created' : 'exists',
      visit: numbers.get(visitId ?? 0) ?? null,
      held,
      error: refusal?.body(language, request.id) ?? null,
    }));
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

const toBody = (line: unknown): Body | undefined =>
  isObject(line) ? { isForm: false, files: {}, values: line } : undefined;

async function readNumbers(
  { tx }: WriteContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { id: number; visit_no: string; reference_no: string }>> {
  const rows = await tx
    .selectFrom('visit')
    .select(['id', 'visit_no', 'reference_no'])
    .where('id', '=', sql<number>`any(${plannedOnce(ids)})`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
