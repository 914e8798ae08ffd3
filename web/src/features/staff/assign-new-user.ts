import { ACCESS_LEVEL, permission, resources } from '@innkeeper/contract';
import { recordQuery } from '../../engine/data/queries.ts';
import { type ResourceRecord, nestedAt } from '../../engine/data/record.ts';
import { openResourceForm } from '../../engine/form/form-dialog.tsx';
import { queryClient } from '../../session/query-client.ts';
import { can } from '../../session/user.ts';

const { region_users, role_group } = resources;

/** Asks where a new user works, unless their role group covers all hotels: without an assignment they see nothing. */
export async function assignNewUser(user: ResourceRecord): Promise<void> {
  const roleGroupId = user['role_group_id'];
  if (user.version !== 1 || typeof roleGroupId !== 'number') return;
  if (!can(permission('STORE', region_users.permission)) || !can(permission('VIEW', role_group.permission))) return;
  const roleGroup = await queryClient.fetchQuery(recordQuery(role_group, roleGroupId));
  if (nestedAt(roleGroup, 'access_type')?.code === ACCESS_LEVEL.group) return;
  await openResourceForm({ definition: region_users, defaults: { user_id: user.id } });
}
