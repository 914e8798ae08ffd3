import {
  type BulkUndoResult,
  type Language,
  type ResourceDefinition,
  message,
  permission,
  resources,
} from '@innkeeper/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requirePermission } from '../../access/actor.ts';
import { withPermission } from '../../access/authenticate.ts';
import type { Body } from '../../platform/http/body.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { WriteContext } from '../resources/resource-hooks.ts';
import { type Workflow, runWorkflow } from '../resources/workflow.ts';
import type { ImportServices } from './import.ts';
import { type RequestChanges, readRequestChanges, countSecretsLeft, revertChanges } from './request-changes.ts';
import { importExportTexts } from '../../texts/import-export.ts';

/**
 * `POST /api/{resource}/undoBulk` `{ "request_id" }`: reverts the records that the user's own bulk call changed,
 * deleted or restored, all or none. The id is the `X-Request-Id` of that call's response.
 */
export function registerBulkUndo(app: FastifyInstance, services: ImportServices): void {
  for (const d of Object.values(resources).filter((definition: ResourceDefinition) => !definition.readOnly)) {
    const [updatePermission, deletePermission] = [
      permission('UPDATE', d.permission),
      permission('DELETE', d.permission),
    ];
    const undoBulk = async ({ context, body }: Workflow, language: Language) => {
      const changes = await readOwnChanges(context, d, parseRequestId(body));
      if (changes.changed.size > 0) requirePermission(context.actor, updatePermission);
      if (changes.deleted.size + changes.restored.size > 0) requirePermission(context.actor, deletePermission);
      await revertChanges(
        { context, services, d, timeZone: 'UTC' },
        changes,
        importExportTexts.restoredByMistake[language],
      );
      return { status: 200, body: JSON.stringify({ data: countChanges(changes) }) };
    };
    app.post(`/api/${d.key}/undoBulk`, withPermission(updatePermission, deletePermission), (request, reply) =>
      services.runExpensive(
        () =>
          runWorkflow(
            services,
            request,
            reply,
            [updatePermission, deletePermission],
            (workflow) => undoBulk(workflow, languageOf(request)),
            {
              lockTimeout: 'background',
            },
          ),
        'lasting',
      ),
    );
  }
}

function parseRequestId({ values }: Body): string {
  const { request_id: id, ...unknownValues } = values;
  const errors = Object.fromEntries(Object.keys(unknownValues).map((name) => [name, [message('unknown_field')]]));
  const isValidId = typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id);
  if (!isValidId || Object.keys(errors).length > 0)
    throw validationError({ ...errors, ...(!isValidId && { request_id: [message('pattern')] }) });
  return id;
}

/** Throws a 404 for another user's request, and for a request that created records, such as an import. */
async function readOwnChanges(
  context: WriteContext,
  d: ResourceDefinition,
  requestId: string,
): Promise<RequestChanges> {
  const { rows } = await sql`
    select from audit_log where request_id = ${requestId}
      and (actor_id is distinct from ${context.actor.userId} or (resource = ${d.key} and action = 'create'))
    limit 1`.execute(context.tx);
  const notFoundError = apiError('record_not_found', {
    params: { label: importExportTexts.bulkChange, id: requestId },
  });
  if (rows.length > 0) throw notFoundError;
  const changes = await readRequestChanges(context, d, requestId);
  const { changed, deleted, restored } = changes;
  if (changed.size + deleted.size + restored.size === 0) throw notFoundError;
  return changes;
}

const countChanges = (changes: RequestChanges): BulkUndoResult => ({
  updated: changes.changed.size,
  restored: changes.deleted.size,
  deleted: changes.restored.size,
  ...countSecretsLeft(changes),
});
