import { resources } from '@innkeeper/contract';
import type { BatchLine, integrationVisitCalls } from '@innkeeper/contract/calls';
import { genericPlanArray } from '@innkeeper/db';
import { sql } from 'kysely';
import { getIntegration } from '../../access/actor.ts';
import { type Handlers, JsonText, recordResponse } from '../../engine/calls/register.ts';
import type { WriteContext } from '../../engine/resources/resource-hooks.ts';
import { parseNewestQuery, readNewest } from '../../engine/resources/updated-since.ts';
import { readRecord } from '../../engine/resources/record.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { type Body, isObject } from '../../platform/http/body.ts';
import { postBills } from './post-bills.ts';

/**
 * Visits posted by a hotel's own system: under the rules of the console, each bill once. See
 * docs/decisions/0073-write-each-posting-of-a-system-in-its-own-transaction.md.
 */
export const integrationVisitHandlers = (services: WorkflowServices): Handlers<typeof integrationVisitCalls> => ({
  'GET /integration/v1/visits': {
    versionChecked: async ({ actor, query, timeZone, now }) => {
      const { db, hooksByResource } = services;
      const listQuery = parseNewestQuery(query, timeZone);
      return new JsonText(await readNewest(db, hooksByResource, actor, resources.visit, listQuery, now));
    },
  },
  'GET /integration/v1/visits/{id}': {
    versionChecked: async ({ actor, path: { id }, now }) =>
      new JsonText(
        `{"data":${await readRecord(services.db, services.hooksByResource, actor, resources.visit, id, now)}}`,
      ),
  },
  'POST /integration/v1/visits': async ({ actor, context, timeZone, query, rawBody }) => {
    const write = { context, services, d: resources.visit, timeZone };
    const hotelId = getIntegration(actor).hotel.id;
    const [result] = await postBills(write, hotelId, [rawBody], query.hold);
    if (result?.rejection) throw result.rejection;
    if (result?.held)
      return new JsonText((await recordResponse({ ...write, d: resources.held_posting }, result.held.id)).text, 202);
    return new JsonText((await recordResponse(write, result?.visitId ?? 0)).text, result?.isNew ? 201 : 200);
  },
  'POST /integration/v1/visits/batch': async ({ actor, context, timeZone, query, body, language, request }) => {
    const write = { context, services, d: resources.visit, timeZone };
    const hotelId = getIntegration(actor).hotel.id;
    const results = await postBills(write, hotelId, body.visits.map(toBody), query.hold);
    const visitById = await readVisitNumbers(
      context,
      results.flatMap(({ visitId }) => visitId ?? []),
    );
    const lines = results.map(({ visitId, isNew, held, rejection }, i): BatchLine => ({
      line: i + 1,
      outcome: rejection ? 'rejected' : held ? 'held' : isNew ? 'created' : 'exists',
      visit: visitById.get(visitId ?? 0) ?? null,
      held,
      error: rejection?.body(language, request.id) ?? null,
    }));
    const countOutcome = (outcome: BatchLine['outcome']) => lines.filter((line) => line.outcome === outcome).length;
    return {
      data: lines,
      meta: {
        created: countOutcome('created'),
        exists: countOutcome('exists'),
        held: countOutcome('held'),
        rejected: countOutcome('rejected'),
      },
    };
  },
  'GET /integration/v1/held-postings': {
    versionChecked: async ({ actor, query, timeZone, now }) => {
      const { db, hooksByResource } = services;
      const listQuery = parseNewestQuery(query, timeZone);
      return new JsonText(await readNewest(db, hooksByResource, actor, resources.held_posting, listQuery, now));
    },
  },
  'GET /integration/v1/held-postings/{id}': {
    versionChecked: async ({ actor, path: { id }, now }) => {
      const { db, hooksByResource } = services;
      return new JsonText(`{"data":${await readRecord(db, hooksByResource, actor, resources.held_posting, id, now)}}`);
    },
  },
});

const toBody = (line: unknown): Body | undefined =>
  isObject(line) ? { isForm: false, files: {}, values: line } : undefined;

async function readVisitNumbers(
  { tx }: WriteContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { id: number; visit_no: string; reference_no: string }>> {
  const rows = await tx
    .selectFrom('visit')
    .select(['id', 'visit_no', 'reference_no'])
    .where('id', '=', sql<number>`any(${genericPlanArray(ids)})`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
