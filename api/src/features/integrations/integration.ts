import { INTEGRATION_PERMISSIONS, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { assertRolesWithinRights, beyondOwnRightsError } from '../../access/own-rights.ts';
import { visibleHotelSql } from '../../access/scope.ts';
import {
  type Ref,
  type ResourceHooks,
  type Values,
  type WriteContext,
  checkEach,
} from '../../engine/resources/resource-hooks.ts';
import { findInvalidAddress } from '../../platform/http/address-list.ts';
import { validationError } from '../../platform/http/api-error.ts';

const daySumSql = (column: 'calls' | 'failures', ref: Ref): string =>
  `(select coalesce(sum(m.${column}), 0)::integer from integration_usage m where m.integration_id = ${ref('id')} and m.minute > now() - interval '24 hours')`;

/**
 * Hotels' own systems, BI and websites. The allowed caller addresses are validated when they are entered, since a mistake
 * would lock the system out. Nobody can give an integration rights or hotels that they lack, nor change one that has
 * them: whoever changes it can replace its token and then has what it has.
 */
export const integration: ResourceHooks = {
  computed: {
    last_used_at: (ref) => `(select max(m.last_at) from integration_usage m where m.integration_id = ${ref('id')})`,
    calls_day: (ref) => daySumSql('calls', ref),
    failures_day: (ref) => daySumSql('failures', ref),
  },
  check: checkEach(async (context, { action, before, values }) => {
    if (action === 'delete') return;
    const id = before?.id ?? (action === 'restore' ? Number(values['id']) : null);
    if (id !== null) await assertWithinOwnRights(context, id);
    await assertRightsAllowed(context, values, id);
    if (values.sees_all_hotels === true && context.actor.hotels !== null) throw beyondOwnRightsError('sees_all_hotels');
    const invalidAddress = typeof values.addresses === 'string' ? findInvalidAddress(values.addresses) : undefined;
    if (invalidAddress !== undefined)
      throw validationError({ addresses: [message('address_range', invalidAddress.slice(0, 60))] });
  }),
};

/** Rejects codes that open no call of an integration, and added ones that the actor does not have. */
async function assertRightsAllowed({ tx, actor }: WriteContext, { rolesId }: Values, id: number | null): Promise<void> {
  if (!Array.isArray(rolesId)) return;
  const { rows } = await sql<{ id: number; name: string }>`
    select r.id, r.name from roles r where r.id = any(${rolesId.map(Number)}::bigint[]) and not exists (
      select from integration_role l where l.integration_id = ${id}::bigint and l.roles_id = r.id)`.execute(tx);
  const unsupported = rows.find(({ name }) => !INTEGRATION_PERMISSIONS.includes(name));
  if (unsupported) throw validationError({ rolesId: [message('not_for_integrations', unsupported.name)] });
  await assertRolesWithinRights(
    tx,
    actor,
    rows.map((row) => row.id),
    'rolesId',
  );
}

/** Throws a 403 if the integration has a right or a hotel that the actor lacks. */
async function assertWithinOwnRights({ tx, actor }: WriteContext, id: number): Promise<void> {
  const { rows } = await sql<{ roles: number[]; has_foreign_hotels: boolean }>`
    select array(select roles_id from integration_role where integration_id = i.id) as roles,
           i.sees_all_hotels and ${actor.hotels !== null}::boolean or exists (
             select from integration_hotel l where l.integration_id = i.id
               and not ${visibleHotelSql(actor, sql`l.hotel_id`)}) as has_foreign_hotels
    from integration i where i.id = ${id}`.execute(tx);
  if (rows[0]?.has_foreign_hotels) throw beyondOwnRightsError('id');
  await assertRolesWithinRights(tx, actor, rows[0]?.roles ?? [], 'id');
}
