import { ACCESS_LEVEL, permission, resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { refreshResources, saveRecord } from '../../engine/data/mutations.ts';
import { recordQuery } from '../../engine/data/queries.ts';
import { type ResourceRecord, displayName, nestedAt } from '../../engine/data/record.ts';
import { FieldsDialog } from '../../engine/form/fields-dialog.tsx';
import { openGuardedDialog } from '../../engine/form/guarded-dialog.tsx';
import { queryClient } from '../../session/query-client.ts';
import { can } from '../../session/user.ts';

const { hotel, region_users, role_group, users } = resources;

const workplaceFields = {
  fields: {
    region_id: region_users.fields.region_id,
    restrict_hotel_id: { ...region_users.fields.restrict_hotel_id, label: hotel.label },
  },
};

/** Asks where a new user works, unless their role group covers all hotels: without an assignment they see nothing. */
export async function assignNewUser(user: ResourceRecord): Promise<void> {
  const roleGroupId = user['role_group_id'];
  if (typeof roleGroupId !== 'number') return;
  if (!can(permission('STORE', region_users.permission)) || !can(permission('VIEW', role_group.permission))) return;
  // A failure has been announced, and a session that ends meanwhile needs no question.
  const roleGroup = await queryClient.fetchQuery(recordQuery(role_group, roleGroupId)).catch(() => undefined);
  if (!roleGroup || nestedAt(roleGroup, 'access_type')?.code === ACCESS_LEVEL.group) return;
  const name = displayName(users, user);
  await openGuardedDialog(
    (onClose) => (
      <FieldsDialog
        title={t`Where does ${name} work?`}
        submitLabel={<Trans>Assign</Trans>}
        fields={workplaceFields}
        onSubmit={async (workplace, idempotencyKey) => {
          await saveRecord(region_users, { input: { ...workplace, user_id: user.id }, idempotencyKey });
          onClose();
          await refreshResources(queryClient);
        }}
        onClose={() => onClose()}
      />
    ),
    { width: '30rem' },
  );
}
