import {
  type ResourceDefinition,
  VIEW_LABEL,
  type ViewSharing,
  findListDefinition,
  message,
  permission,
} from '@innkeeper/contract';
import type { SavedView } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import type { WriteContext } from '../resources/resource-hooks.ts';
import type { ViewState } from './view-state.ts';

/**
 * Saved views of lists. A view belongs to the user who saved it. It stores a query without its result, so each user who
 * opens it sees their own rows. Its owner may share it with their own role group; only a user who sees the whole group
 * of hotels may share it with everyone. Such users who may also update the records of the list can change and delete
 * every view that they can see. See docs/decisions/0033-store-a-view-as-a-query-and-let-group-level-users-share-it.md.
 */

export const viewNotFound = (id: number | string) =>
  apiError('record_not_found', { params: { label: VIEW_LABEL, id } });

const isGroupLevel = (actor: Actor): boolean => actor.accessLevel === 'group';
/** Whether an actor may change and delete visible views of others. */
const canManage = (actor: Actor, d: ResourceDefinition): boolean =>
  isGroupLevel(actor) && can(actor, permission('UPDATE', d.permission));
const ownGroupSql = (actor: Actor): RawBuilder<unknown> =>
  sql`(select role_group_id from users where id = ${actor.userId})`;
const visibleViewSql = (actor: Actor): RawBuilder<unknown> => sql`
  (v.user_id = ${actor.userId} or v.shared = 'everyone' or v.shared = 'role_group' and v.role_group_id = ${ownGroupSql(actor)})`;
const viewColumnsSql = (actor: Actor): RawBuilder<unknown> => sql`
  v.id, v.resource, v.name, v.state, v.shared, json_build_object('id', u.id, 'name', u.name) as owner,
  v.user_id = ${actor.userId} as is_mine, v.user_id = ${actor.userId} as may_change`;

/** The views of a list that the actor can see, their own first. */
export async function listViews(db: Db, actor: Actor, d: ResourceDefinition): Promise<readonly SavedView[]> {
  const { rows } = await sql<SavedView>`
    select ${viewColumnsSql(actor)} from saved_view v join users u on u.id = v.user_id
    where v.resource = ${d.key} and ${visibleViewSql(actor)} order by is_mine desc, lower(v.name), v.id`.execute(
    db.kysely,
  );
  return canManage(actor, d) ? rows.map((view) => ({ ...view, may_change: true })) : rows;
}

/** The view, if the actor can see it. Throws a 404 otherwise, or if the actor may not see its list. */
export async function getView(tx: Tx | Db['kysely'], actor: Actor, id: number): Promise<SavedView> {
  const { rows } = await sql<SavedView>`
    select ${viewColumnsSql(actor)} from saved_view v join users u on u.id = v.user_id
    where v.id = ${id} and ${visibleViewSql(actor)}`.execute(tx);
  const [view] = rows;
  const definition = view && findListDefinition(view.resource);
  if (!definition || !can(actor, permission('VIEW', definition.permission))) throw viewNotFound(id);
  return { ...view, may_change: view.may_change || canManage(actor, definition) };
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
  assertCanShare(actor, shared);
  const { rows } = await sql<{ id: number }>`
    insert into saved_view (user_id, resource, name, state, shared, role_group_id, updated_at)
    values (${actor.userId}, ${d.key}, ${name}, ${JSON.stringify(state)}::jsonb, ${shared},
            ${shared === 'role_group' ? ownGroupSql(actor) : null}, ${now}) returning id`
    .execute(tx)
    .catch(rethrowTaken);
  return getView(tx, actor, rows[0]?.id ?? 0);
}

/** Throws a 403 for another user's view. */
export async function updateView(
  { tx, actor, now }: WriteContext,
  id: number,
  { name, state, shared }: ViewChange,
): Promise<SavedView> {
  const view = await getView(tx, actor, id);
  if (!view.may_change) throw apiError('forbidden');
  if (shared !== undefined && shared !== view.shared) assertCanShare(actor, shared);
  const ownerGroupSql = sql`(select role_group_id from users where id = ${view.owner.id})`;
  const assignments = [
    sql`updated_at = ${now}`,
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(state === undefined ? [] : [sql`state = ${JSON.stringify(state)}::jsonb`]),
    ...(shared === undefined || shared === view.shared
      ? []
      : [sql`shared = ${shared}, role_group_id = ${shared === 'role_group' ? ownerGroupSql : null}`]),
  ];
  await sql`update saved_view set ${sql.join(assignments)} where id = ${id}`.execute(tx).catch(rethrowTaken);
  return getView(tx, actor, id);
}

/** Returns the deleted view. */
export async function deleteView({ tx, actor }: WriteContext, id: number): Promise<SavedView> {
  const view = await getView(tx, actor, id);
  if (!view.may_change) throw apiError('forbidden');
  await sql`delete from saved_view where id = ${id}`.execute(tx);
  return view;
}

function assertCanShare(actor: Actor, sharing: ViewSharing): void {
  if (sharing === 'everyone' && !isGroupLevel(actor))
    throw apiError('forbidden', { errors: { shared: [message('beyond_own_rights')] } });
}

function rethrowTaken(error: unknown): never {
  const isNameTaken =
    error instanceof Error && 'constraint' in error && error.constraint === 'saved_view_user_id_resource_name_key';
  throw isNameTaken ? validationError({ name: [message('taken')] }) : error;
}
