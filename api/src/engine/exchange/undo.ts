import {
  type ImportEntry,
  type ImportUndone,
  type Label,
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
import { fail, invalid } from '../../platform/http/fail.ts';
import type { InHeavySlot } from '../../platform/http/heavy.ts';
import { languageOf } from '../../platform/http/language.ts';
import { keyOf } from '../resources/routes.ts';
import { type WriteContext, holding } from '../resources/behaviour.ts';
import { isAsking } from '../resources/bulk.ts';
import { inCheck, onceInTransaction } from '../resources/transaction.ts';
import type { Write, WriteServices } from '../resources/write-services.ts';
import { askTakingBack, readDeeds, secretsLeft, takeBack } from './deeds.ts';

interface Services extends WriteServices {
  readonly db: Db;
  readonly clock: () => Date;
  readonly inHeavySlot: InHeavySlot;
}

/** Imports at most that a resource's list of them names. */
const LISTED = 100;

interface Run extends Omit<ImportEntry, 'can_undo' | 'by'> {
  readonly actor_id: number;
  readonly by_name: string;
  readonly request_id: string;
}

/**
 * `GET /api/import?resource=member`: the imports, newest first: one's own, and everybody's for users who see all
 * hotels. `POST /api/import/{id}/undo` takes one back as a whole.
 */
export function registerImportHistory(app: FastifyInstance, services: Services): void {
  app.get<{ Querystring: Record<string, unknown> }>('/api/import', (request) =>
    withCurrentActor(request, async (actor) => {
      const { resource } = request.query;
      if (typeof resource !== 'string' || !isResourceKey(resource)) throw invalid({ resource: [message('reference')] });
      const d = getResource(resource);
      requirePermission(actor, permission('STORE', d.permission));
      const { rows } = await sql<Run>`${selectRuns()} where r.resource = ${d.key}
        and (r.actor_id = ${actor.userId} or ${actor.accessLevel === 'group'}) order by r.id desc limit ${LISTED}`.execute(
        services.db.kysely,
      );
      return { data: rows.map((run) => entryOf(run, actor, d)) };
    }),
  );

  app.post<{ Params: { id: string } }>('/api/import/:id/undo', async (request, reply) => {
    const body = await readPlainBody(request);
    const key = keyOf(request, body);
    const language = languageOf(request);
    const undo = (actor: Actor) => {
      const from = {
        actor,
        now: services.clock(),
        ip: request.ip,
        requestId: request.id,
        timeZone: 'UTC',
        patience: 'background' as const,
      };
      const work = async (context: WriteContext) => ({
        status: 200,
        body: JSON.stringify({ data: await undoImport(context, services, request.params.id, language) }),
      });
      return isAsking(body) ? inCheck(services.db, from, work) : onceInTransaction(services.db, from, key, work);
    };
    const answer = await services.inHeavySlot(() => withActor(request, undo), 'lasting');
    return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
  });
}

const selectRuns = () => sql`
  select r.id, r.resource, r.file_name, r.rows, r.created, r.updated, r.actor_id, u.name as by_name, r.request_id,
         to_char(r.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at,
         to_char(r.undone_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as undone_at
  from import_run r join users u on u.id = r.actor_id`;

const entryOf = (
  { actor_id, by_name, request_id: _, ...run }: Run,
  actor: Actor,
  d: ResourceDefinition,
): ImportEntry => ({
  ...run,
  by: { id: actor_id, name: by_name },
  can_undo: run.undone_at === null && neededFor(run, d).every((code) => can(actor, code)),
});

/** The rights that undoing an import takes: deleting the records that it made, changing back those that it changed. */
const neededFor = ({ created, updated }: Pick<Run, 'created' | 'updated'>, d: ResourceDefinition): string[] => [
  ...(created > 0 ? [permission('DELETE', d.permission)] : []),
  ...(updated > 0 ? [permission('UPDATE', d.permission)] : []),
];

/**
 * Takes an import back: records that it made are deleted with what goes along, records that it changed get their old values from the operation
 * log, by the rules that hold for the actor. Throws a 409 with the ids of records changed since; then nothing is undone. A dry run asks the same,
 * and answers what it would come to.
 */
async function undoImport(
  context: WriteContext,
  services: Services,
  id: string,
  language: Language,
): Promise<ImportUndone> {
  const { actor, tx } = context;
  const { rows: runs } = await sql<Run>`${selectRuns()}
    where r.id = ${/^[1-9]\d{0,14}$/.test(id) ? id : '0'}::bigint and (r.actor_id = ${actor.userId} or ${actor.accessLevel === 'group'})
    ${holding(context, 'for update of r')}`.execute(tx);
  const [run] = runs;
  if (!run || !isResourceKey(run.resource))
    throw fail('record_not_found', { params: { label: IMPORT, id: id.slice(0, 40) } });
  const d = getResource(run.resource);
  requirePermission(actor, permission('STORE', d.permission));
  for (const code of neededFor(run, d)) requirePermission(actor, code);
  if (run.undone_at !== null) throw fail('conflict', { message: UNDONE });

  const write: Write = { context, services, d, timeZone: 'UTC' };
  const deeds = await readDeeds(context, d, run.request_id);
  if (context.check) await askTakingBack(write, deeds);
  else {
    await takeBack(write, deeds, whyUndone(run)[language]);
    await sql`update import_run set undone_at = ${context.now}, undone_by_id = ${actor.userId} where id = ${run.id}`.execute(
      tx,
    );
  }
  return { deleted: deeds.created.size, updated: deeds.changed.size, ...secretsLeft(deeds) };
}

/** The reason given for records that an undoing voids. */
const whyUndone = ({ file_name }: Run): Label => ({
  en: `Import of ${file_name} undone`,
  id: `Impor ${file_name} diurungkan`,
});

const IMPORT = { en: 'Import', id: 'Impor' };
const UNDONE = { en: 'This import was undone already.', id: 'Impor ini sudah diurungkan.' };
