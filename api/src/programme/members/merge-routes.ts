import { type MergeSide, mergeFields, message, permission, resources } from '@innkeeper/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { requirePermission } from '../../access/actor.ts';
import { needs, withCurrentActor } from '../../access/authenticate.ts';
import type { Body } from '../../platform/http/body.ts';
import { invalid } from '../../platform/http/fail.ts';
import { jsonIn } from '../../platform/http/json.ts';
import { notFound, readRecord } from '../../engine/resources/record.ts';
import { type FlowServices, runWorkflow } from '../../engine/resources/workflow.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { type MergeAsked, mergeMembers } from './merge.ts';
import { MERGE_CODES, readMerges } from './merge-entries.ts';
import { undoMerge } from './merge-undo.ts';

type ById = { Params: { id: string } };

const { member } = resources;

/**
 * `POST /api/member/{id}/merge` merges another member into this one, `GET /api/member/{id}/merges` tells the merges that this one
 * had a part in, `POST /api/member/{id}/merge/{merge_id}/undo` takes one back.
 */
export function registerMerges(app: FastifyInstance, services: FlowServices): void {
  const write = (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (write: Write, body: Body) => Promise<unknown>,
  ): Promise<FastifyReply> =>
    runWorkflow(services, request, reply, MERGE_CODES, async ({ context, timeZone, body }) => {
      // Any one of the codes opens the call; it takes all of them.
      for (const code of MERGE_CODES) requirePermission(context.actor, code);
      const data = await work({ context, services, d: member, timeZone }, body);
      return { status: 200, body: JSON.stringify({ data }) };
    });

  app.post<ById>('/api/member/:id/merge', needs(...MERGE_CODES), (request, reply) =>
    write(request, reply, (scene, body) =>
      mergeMembers(scene, services.outbox, memberId(request.params.id), readAsked(body)),
    ),
  );

  app.post<{ Params: { id: string; merge_id: string } }>(
    '/api/member/:id/merge/:merge_id/undo',
    needs(...MERGE_CODES),
    (request, reply) => {
      const { id, merge_id } = request.params;
      return write(request, reply, (scene) => undoMerge(scene, services.outbox, memberId(id), readId(merge_id) ?? 0));
    },
  );

  app.get<ById>('/api/member/:id/merges', (request) =>
    withCurrentActor(request, async (actor) => {
      requirePermission(actor, permission('VIEW', member.permission));
      const [id, now] = [memberId(request.params.id), services.clock()];
      await readRecord(services.db, services.behaviours, actor, member, id, now);
      return { data: await readMerges(services.db.kysely, actor, now, sql`${id} in (g.kept_id, g.absorbed_id)`) };
    }),
  );
}

const readId = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

function memberId(text: string): number {
  const id = readId(text);
  if (id === undefined) throw notFound(member, text.slice(0, 40));
  return id;
}

const FIELDS = new Set(['member_id', 'fields', 'dry_run', '_method']);
const DRY_RUN = new Map<unknown, boolean>([
  [undefined, false],
  [0, false],
  ['0', false],
  [1, true],
  ['1', true],
]);

/** Throws a 422 with everything that is wrong; fields of the member under their own names. */
function readAsked({ values, isForm }: Body): MergeAsked {
  const errors: Record<string, string[]> = Object.create(null);
  for (const name of Object.keys(values)) if (!FIELDS.has(name)) errors[name] = [message('unknown_field')];
  const { member_id = null } = values;
  const absorbedId =
    typeof member_id === 'number' || typeof member_id === 'string' ? readId(`${member_id}`) : undefined;
  if (absorbedId === undefined)
    errors.member_id = [message(member_id === null || member_id === '' ? 'required' : 'reference')];
  const isDryRun = DRY_RUN.get(values.dry_run);
  if (isDryRun === undefined) errors.dry_run = [message('flag')];
  const sides = readSides(isForm ? jsonIn(values.fields) : values.fields, errors);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { absorbedId: absorbedId ?? 0, sides, isDryRun: isDryRun === true };
}

function readSides(fields: unknown, errors: Record<string, string[]>): ReadonlyMap<string, MergeSide> {
  const sides = new Map<string, MergeSide>();
  if (fields === undefined || fields === null) return sides;
  if (typeof fields !== 'object' || Array.isArray(fields)) {
    errors.fields = [message('pattern')];
    return sides;
  }
  for (const [name, side] of Object.entries(fields)) {
    if (!Object.hasOwn(mergeFields, name)) errors[name] = [message('unknown_field')];
    else if (side !== 'kept' && side !== 'absorbed') errors[name] = [message('choice', 'kept, absorbed')];
    else sides.set(name, side);
  }
  return sides;
}
