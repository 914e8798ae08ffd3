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
import { type Actor, can, requirePermission } from '../auth/actor.ts';
import { withActor, withCurrentActor } from '../auth/authenticate.ts';
import { readPlainBody } from '../http/body.ts';
import { fail, invalid } from '../http/fail.ts';
import type { InHeavySlot } from '../http/heavy.ts';
import { languageOf } from '../http/language.ts';
import { toWire } from '../resources/history.ts';
import { keyOf } from '../resources/routes.ts';
import type { Values, WriteContext } from '../resources/behaviour.ts';
import { inTransaction, once } from '../resources/transaction.ts';
import { type Write, type WriteServices, deleteRecords, lockRows, refuseMissing } from '../resources/write.ts';
import { writeRows } from './import-write.ts';
import type { Refuse } from './import-rows.ts';

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
 * `GET /api/import?resource=member`: what was imported, newest first: one's own imports, and everybody's for whoever sees all
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
      return inTransaction(services.db, from, (context) =>
        once(context, key, async () => ({
          status: 200,
          body: JSON.stringify({ data: await undoImport(context, services, request.params.id, language) }),
        })),
      );
    };
    const answer = await services.inHeavySlot(() => withActor(request, undo));
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

/** What undoing an import takes: deleting what it made, changing back what it changed. */
const neededFor = ({ created, updated }: Pick<Run, 'created' | 'updated'>, d: ResourceDefinition): string[] => [
  ...(created > 0 ? [permission('DELETE', d.permission)] : []),
  ...(updated > 0 ? [permission('UPDATE', d.permission)] : []),
];

/**
 * Takes an import back: what it made is deleted with what goes along, what it changed gets its old values from the operation
 * log, by the rules that hold for whoever does it. Throws a 409 with the ids of what was changed since; then nothing is undone.
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
    for update of r`.execute(tx);
  const [run] = runs;
  if (!run || !isResourceKey(run.resource))
    throw fail('record_not_found', { params: { label: IMPORT, id: id.slice(0, 40) } });
  const d = getResource(run.resource);
  requirePermission(actor, permission('STORE', d.permission));
  for (const code of neededFor(run, d)) requirePermission(actor, code);
  if (run.undone_at !== null) throw fail('conflict', { message: UNDONE });

  const write: Write = { context, services, d, timeZone: 'UTC' };
  const { created, changed } = await readDeeds(context, d, run.request_id);
  const ids = [...created, ...changed.keys()];
  const records = new Map((await lockRows(context, services.behaviours, d, ids)).map((row) => [row.id, row]));
  refuseMissing(d, ids, [...records.values()]);
  await refuseChanged(context, d, ids, run.request_id);
  if (created.size > 0) await deleteRecords(write, [...created], whyUndone(run)[language]);
  const before = [...changed].map(([row, values]) => ({ row, values, before: records.get(row) ?? null }));
  const refuse: Refuse = (row, { code, details }) => {
    throw fail(code, { ...details, errors: { ...details.errors, ids: [String(row)] } });
  };
  await writeRows(write, before, refuse);
  await sql`update import_run set undone_at = ${context.now}, undone_by_id = ${actor.userId} where id = ${run.id}`.execute(
    tx,
  );
  return { deleted: created.size, updated: changed.size };
}

/** What is voided by an undoing says so. */
const whyUndone = ({ file_name }: Run): Label => ({
  en: `Import of ${file_name} undone`,
  id: `Impor ${file_name} diurungkan`,
});

const IMPORT = { en: 'Import', id: 'Impor' };
const UNDONE = { en: 'This import was undone already.', id: 'Impor ini sudah diurungkan.' };
const CHANGED = {
  en: 'Some of these records were changed since the import.',
  id: 'Sebagian catatan ini telah diubah sejak diimpor.',
};

/** What an import did, by the operation log: the records that it made, and the values of those that it changed, as they were. */
async function readDeeds(
  { tx }: WriteContext,
  d: ResourceDefinition,
  requestId: string,
): Promise<{ created: ReadonlySet<number>; changed: ReadonlyMap<number, Values> }> {
  const { rows } = await sql<{ id: number; action: string; name: string | null; value: string | null }>`
    select o.record_id as id, o.action, k.name, o.before ->> k.name as value
    from operation o left join lateral jsonb_object_keys(o.before) k (name) on o.action = 'update'
    where o.request_id = ${requestId} and o.resource = ${d.key} order by o.id`.execute(tx);
  const created = new Set(rows.flatMap(({ id, action }) => (action === 'create' ? [id] : [])));
  const changed = new Map<number, Record<string, unknown>>();
  for (const { id, action, name, value } of rows) {
    if (action !== 'update' || created.has(id) || name === null || d.fields[name]?.lasting) continue;
    const values = changed.get(id) ?? {};
    changed.set(id, values);
    if (!Object.hasOwn(values, name)) values[name] = toWire(d.fields[name], value);
  }
  return { created, changed };
}

async function refuseChanged(
  { tx }: WriteContext,
  d: ResourceDefinition,
  ids: readonly number[],
  requestId: string,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct o.record_id as id from operation o
    where o.resource = ${d.key} and o.record_id = any(${ids}::bigint[]) and o.request_id is distinct from ${requestId}
      and o.id > (select max(id) from operation where request_id = ${requestId} and resource = ${d.key})
    order by 1 limit ${NAMED}`.execute(tx);
  if (rows.length > 0) throw fail('conflict', { message: CHANGED, errors: { ids: rows.map(({ id }) => String(id)) } });
}

/** Ids that an answer names at most. */
const NAMED = 500;
