import {
  type BulkUndone,
  type Language,
  type ResourceDefinition,
  message,
  permission,
  resources,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requirePermission } from '../../access/actor.ts';
import { needs } from '../../access/authenticate.ts';
import type { Body } from '../../platform/http/body.ts';
import { fail, invalid } from '../../platform/http/fail.ts';
import type { InHeavySlot } from '../../platform/http/heavy.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { WriteContext } from '../resources/behaviour.ts';
import { type Workflow, runWorkflow } from '../resources/workflow.ts';
import type { WriteServices } from '../resources/write-services.ts';
import { type Deeds, readDeeds, secretsLeft, takeBack } from './deeds.ts';

interface Services extends WriteServices {
  readonly db: Db;
  readonly clock: () => Date;
  readonly inHeavySlot: InHeavySlot;
}

/**
 * `POST /api/{resource}/undoBulk` `{ "request_id" }`: takes back the records that one's own bulk call changed, deleted or restored, all or
 * none. The id is the `X-Request-Id` of that call's answer.
 */
export function registerBulkUndo(app: FastifyInstance, services: Services): void {
  for (const d of Object.values(resources).filter((each: ResourceDefinition) => !each.readOnly)) {
    const [update, remove] = [permission('UPDATE', d.permission), permission('DELETE', d.permission)];
    const work = async ({ context, body }: Workflow, language: Language) => {
      const deeds = await ownDeeds(context, d, readRequestId(body));
      if (deeds.changed.size > 0) requirePermission(context.actor, update);
      if (deeds.deleted.size + deeds.restored.size > 0) requirePermission(context.actor, remove);
      await takeBack({ context, services, d, timeZone: 'UTC' }, deeds, WHY[language]);
      return { status: 200, body: JSON.stringify({ data: countsOf(deeds) }) };
    };
    app.post(`/api/${d.key}/undoBulk`, needs(update, remove), (request, reply) =>
      services.inHeavySlot(
        () =>
          runWorkflow(services, request, reply, [update, remove], (workflow) => work(workflow, languageOf(request)), {
            patience: 'background',
          }),
        'lasting',
      ),
    );
  }
}

function readRequestId({ values }: Body): string {
  const { request_id: id, ...others } = values;
  const errors = Object.fromEntries(Object.keys(others).map((name) => [name, [message('unknown_field')]]));
  const isId = typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id);
  if (!isId || Object.keys(errors).length > 0)
    throw invalid({ ...errors, ...(!isId && { request_id: [message('pattern')] }) });
  return id;
}

/** Throws a 404 for a request of somebody else, and for one that made records of this resource, as an import does. */
async function ownDeeds(context: WriteContext, d: ResourceDefinition, requestId: string): Promise<Deeds> {
  const { rows } = await sql`
    select from operation where request_id = ${requestId}
      and (actor_id is distinct from ${context.actor.userId} or (resource = ${d.key} and action = 'create'))
    limit 1`.execute(context.tx);
  const notFound = fail('record_not_found', { params: { label: CALL, id: requestId } });
  if (rows.length > 0) throw notFound;
  const deeds = await readDeeds(context, d, requestId);
  const { changed, deleted, restored } = deeds;
  if (changed.size + deleted.size + restored.size === 0) throw notFound;
  return deeds;
}

const countsOf = (deeds: Deeds): BulkUndone => ({
  updated: deeds.changed.size,
  restored: deeds.deleted.size,
  deleted: deeds.restored.size,
  ...secretsLeft(deeds),
});

const CALL = { en: 'Bulk call', id: 'Perubahan massal' };
/** The reason given for records that an undoing voids. */
const WHY = { en: 'Restored by mistake', id: 'Keliru dipulihkan' };
