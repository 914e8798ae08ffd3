import {
  type ImportEntry,
  type ImportUndoResult,
  type Language,
  type ResourceDefinition,
  getResource,
  isResourceKey,
  message,
  permission,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Actor, can, requirePermission } from '../../access/actor.ts';
import { withActor, withCurrentActor } from '../../access/authenticate.ts';
import { readPlainBody } from '../../platform/http/body.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import type { RunExpensive } from '../../platform/http/concurrency-limit.ts';
import { languageOf } from '../../platform/http/language.ts';
import { getIdempotencyKey } from '../resources/routes.ts';
import { type WriteContext, lockClause } from '../resources/resource-hooks.ts';
import { isDryRunBody } from '../resources/bulk.ts';
import { runDryRun, runIdempotent } from '../resources/transaction.ts';
import type { Write, WriteServices } from '../resources/write-services.ts';
import { checkRevert, readRequestChanges, countSecretsLeft, revertChanges } from './request-changes.ts';
import { importExportTexts } from '../../texts/import-export.ts';

interface Services extends WriteServices {
  readonly db: Db;
  readonly clock: () => Date;
  readonly runExpensive: RunExpensive;
}

/** Maximum number of imports in a resource's list. */
const MAX_IMPORTS = 100;

interface ImportRun extends Omit<ImportEntry, 'can_undo' | 'by'> {
  readonly actor_id: number;
  readonly by_name: string;
  readonly request_id: string;
}

/**
 * `GET /api/import?resource=member`: the user's own imports, or all imports for users who see all hotels, newest first.
 * `POST /api/import/{id}/undo` reverts one as a whole.
 */
export function registerImportHistory(app: FastifyInstance, services: Services): void {
  app.get<{ Querystring: Record<string, unknown> }>('/api/import', (request) =>
    withCurrentActor(request, async (actor) => {
      const { resource } = request.query;
      if (typeof resource !== 'string' || !isResourceKey(resource))
        throw validationError({ resource: [message('reference')] });
      const d = getResource(resource);
      requirePermission(actor, permission('STORE', d.permission));
      const { rows } = await sql<ImportRun>`${selectRunsSql()} where r.resource = ${d.key}
        and (r.actor_id = ${actor.userId} or ${actor.accessLevel === 'group'}) order by r.id desc limit ${MAX_IMPORTS}`.execute(
        services.db.kysely,
      );
      return { data: rows.map((run) => toImportEntry(run, actor, d)) };
    }),
  );

  app.post<{ Params: { id: string } }>('/api/import/:id/undo', async (request, reply) => {
    const body = await readPlainBody(request);
    const key = getIdempotencyKey(request, body);
    const language = languageOf(request);
    const runUndo = (actor: Actor) => {
      const writeRequest = {
        actor,
        now: services.clock(),
        ip: request.ip,
        requestId: request.id,
        timeZone: 'UTC',
        lockTimeout: 'background' as const,
      };
      const work = async (context: WriteContext) => ({
        status: 200,
        body: JSON.stringify({ data: await undoImport(context, services, request.params.id, language) }),
      });
      return isDryRunBody(body)
        ? runDryRun(services.db, writeRequest, work)
        : runIdempotent(services.db, writeRequest, key, work);
    };
    const response = await services.runExpensive(() => withActor(request, runUndo), 'lasting');
    return reply.code(response.status).type('application/json; charset=utf-8').send(response.body);
  });
}

const selectRunsSql = () => sql`
  select r.id, r.resource, r.file_name, r.rows, r.created, r.updated, r.actor_id, u.name as by_name, r.request_id,
         to_char(r.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at,
         to_char(r.undone_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as undone_at
  from import_run r join users u on u.id = r.actor_id`;

const toImportEntry = (
  { actor_id, by_name, request_id: _, ...run }: ImportRun,
  actor: Actor,
  d: ResourceDefinition,
): ImportEntry => ({
  ...run,
  by: { id: actor_id, name: by_name },
  can_undo: run.undone_at === null && undoPermissions(run, d).every((code) => can(actor, code)),
});

/** The rights needed to undo an import: to delete the records it created and to update those it changed. */
const undoPermissions = (
  { created, updated }: Pick<ImportRun, 'created' | 'updated'>,
  d: ResourceDefinition,
): string[] => [
  ...(created > 0 ? [permission('DELETE', d.permission)] : []),
  ...(updated > 0 ? [permission('UPDATE', d.permission)] : []),
];

/**
 * Reverts an import under the actor's rules: deletes records that it created, with their dependent records, and sets
 * changed records to their old values from the audit log. Throws a 409 with the ids of records changed since; then
 * nothing is undone. A dry run makes the same checks and returns the outcome.
 */
async function undoImport(
  context: WriteContext,
  services: Services,
  id: string,
  language: Language,
): Promise<ImportUndoResult> {
  const { actor, tx } = context;
  const { rows: runs } = await sql<ImportRun>`${selectRunsSql()}
    where r.id = ${/^[1-9]\d{0,14}$/.test(id) ? id : '0'}::bigint and (r.actor_id = ${actor.userId} or ${actor.accessLevel === 'group'})
    ${lockClause(context, 'for update of r')}`.execute(tx);
  const [run] = runs;
  if (!run || !isResourceKey(run.resource))
    throw apiError('record_not_found', { params: { label: importExportTexts.import, id: id.slice(0, 40) } });
  const d = getResource(run.resource);
  requirePermission(actor, permission('STORE', d.permission));
  for (const code of undoPermissions(run, d)) requirePermission(actor, code);
  if (run.undone_at !== null) throw apiError('conflict', { message: importExportTexts.alreadyUndone });

  const write: Write = { context, services, d, timeZone: 'UTC' };
  const changes = await readRequestChanges(context, d, run.request_id);
  if (context.isDryRun) await checkRevert(write, changes);
  else {
    await revertChanges(write, changes, importExportTexts.importUndone({ file: run.file_name })[language]);
    await sql`update import_run set undone_at = ${context.now}, undone_by_id = ${actor.userId} where id = ${run.id}`.execute(
      tx,
    );
  }
  return { deleted: changes.created.size, updated: changes.changed.size, ...countSecretsLeft(changes) };
}
