import {
  type ResourceDefinition,
  VIEW_LABEL,
  type ViewSharing,
  findListed,
  message,
  permission,
} from '@innkeeper/contract';
import type { SavedView } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { fail, invalid } from '../../platform/http/fail.ts';
import type { WriteContext } from '../resources/behaviour.ts';
import type { ViewState } from './view-state.ts';

/**
 * Views of lists. A view belongs to the user who saved it, and holds a question, no answer: each user who opens one sees their own rows.
 * Its owner may share it with the own role group; only a user who sees the whole group of hotels may share it with everybody. Those of them who may
 * update the records of the list tidy up as well: they may change and delete every view in their sight. See docs/decisions/0033-views-are-questions.md.
 */

export const viewNotFound = (id: number | string) => fail('record_not_found', { params: { label: VIEW_LABEL, id } });

const isOfGroup = (actor: Actor): boolean => actor.accessLevel === 'group';
/** Whether an actor may change and delete the visible views of others. */
const mayTidy = (actor: Actor, d: ResourceDefinition): boolean =>
  isOfGroup(actor) && can(actor, permission('UPDATE', d.permission));
const ownGroup = (actor: Actor): RawBuilder<unknown> =>
  sql`(select role_group_id from users where id = ${actor.userId})`;
const inSight = (actor: Actor): RawBuilder<unknown> => sql`
  (v.user_id = ${actor.userId} or v.shared = 'everyone' or v.shared = 'role_group' and v.role_group_id = ${ownGroup(actor)})`;
const shown = (actor: Actor): RawBuilder<unknown> => sql`
  v.id, v.resource, v.name, v.state, v.shared, json_build_object('id', u.id, 'name', u.name) as owner,
  v.user_id = ${actor.userId} as is_mine, v.user_id = ${actor.userId} as may_change`;

/** The views of a list that the actor sees, the own ones first. */
export async function listViews(db: Db, actor: Actor, d: ResourceDefinition): Promise<readonly SavedView[]> {
  const { rows } = await sql<SavedView>`
    select ${shown(actor)} from saved_view v join users u on u.id = v.user_id
    where v.resource = ${d.key} and ${inSight(actor)} order by is_mine desc, lower(v.name), v.id`.execute(db.kysely);
  return mayTidy(actor, d) ? rows.map((view) => ({ ...view, may_change: true })) : rows;
}

/** The view in the actor's sight. Throws a 404 for any other, and for one of a list that the actor may not see. */
export async function getView(tx: Tx | Db['kysely'], actor: Actor, id: number): Promise<SavedView> {
  const { rows } = await sql<SavedView>`
    select ${shown(actor)} from saved_view v join users u on u.id = v.user_id
    where v.id = ${id} and ${inSight(actor)}`.execute(tx);
  const [view] = rows;
  const listed = view && findListed(view.resource);
  if (!listed || !can(actor, permission('VIEW', listed.permission))) throw viewNotFound(id);
  return { ...view, may_change: view.may_change || mayTidy(actor, listed) };
}

interface ViewChange {
  readonly name?: string;
  readonly state?: ViewState;
  readonly shared?: ViewSharing;
}

export async function createView(
  { tx, actor, now }: WriteContext,
  d: ResourceDefinition,
  { name, state, shared }: Required<ViewChange>,
): Promise<SavedView> {
  refuseSharing(actor, shared);
  const { rows } = await sql<{ id: number }>`
    insert into saved_view (user_id, resource, name, state, shared, role_group_id, updated_at)
    values (${actor.userId}, ${d.key}, ${name}, ${JSON.stringify(state)}::jsonb, ${shared},
            ${shared === 'role_group' ? ownGroup(actor) : null}, ${now}) returning id`
    .execute(tx)
    .catch(refuseTaken);
  return getView(tx, actor, rows[0]?.id ?? 0);
}

/** Throws a 403 for a view of somebody else's. */
export async function updateView(
  { tx, actor, now }: WriteContext,
  id: number,
  { name, state, shared }: ViewChange,
): Promise<SavedView> {
  const view = await getView(tx, actor, id);
  if (!view.may_change) throw fail('forbidden');
  if (shared !== undefined && shared !== view.shared) refuseSharing(actor, shared);
  const group = sql`(select role_group_id from users where id = ${view.owner.id})`;
  const set = [
    sql`updated_at = ${now}`,
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(state === undefined ? [] : [sql`state = ${JSON.stringify(state)}::jsonb`]),
    ...(shared === undefined || shared === view.shared
      ? []
      : [sql`shared = ${shared}, role_group_id = ${shared === 'role_group' ? group : null}`]),
  ];
  await sql`update saved_view set ${sql.join(set)} where id = ${id}`.execute(tx).catch(refuseTaken);
  return getView(tx, actor, id);
}

/** Returns the view as it was. */
export async function deleteView({ tx, actor }: WriteContext, id: number): Promise<SavedView> {
  const view = await getView(tx, actor, id);
  if (!view.may_change) throw fail('forbidden');
  await sql`delete from saved_view where id = ${id}`.execute(tx);
  return view;
}

function refuseSharing(actor: Actor, shared: ViewSharing): void {
  if (shared === 'everyone' && !isOfGroup(actor))
    throw fail('forbidden', { errors: { shared: [message('not_within_own_rights')] } });
}

function refuseTaken(error: unknown): never {
  const isTaken =
    error instanceof Error && 'constraint' in error && error.constraint === 'saved_view_user_id_resource_name_key';
  throw isTaken ? invalid({ name: [message('taken')] }) : error;
}
