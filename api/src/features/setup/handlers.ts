import { DEFAULT_VOUCHER_SET, WORLD_REGION, permission, permissionKey, resources } from '@innkeeper/contract';
import type { SetupSteps, setupCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { DEMO_ROLE_GROUPS, permissionsOf } from '@innkeeper/demo/role-groups';
import { sql } from 'kysely';
import type { Handlers } from '../../engine/calls/register.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { createRecord } from '../../engine/resources/write.ts';
import type { Files } from '../../platform/files/storage.ts';
import { createStarterVouchers, readVoucherSets } from './starter-vouchers.ts';

interface SetupServices extends WorkflowServices {
  readonly files: Files;
  /** Whether the program was started with a mail server. */
  readonly hasMailServer: boolean;
}

/** What a new programme needs, and records to start from. */
export const setupHandlers = (services: SetupServices): Handlers<typeof setupCalls> => ({
  'GET /api/setup': async () => ({ data: await readSetupSteps(services.db, services.hasMailServer) }),

  'POST /api/setup/role_groups': async ({ context, timeZone }) => ({
    data: { created: await createRoleGroups({ context, services, d: resources.role_group, timeZone }) },
  }),

  'GET /api/setup/voucher_sets': async () => ({ data: await readVoucherSets() }),

  'POST /api/setup/vouchers': async ({ context, timeZone, body: { membership_id, set } }) => {
    const write = { context, services, d: resources.voucher, timeZone };
    const choice = { membershipId: membership_id, set: set ?? DEFAULT_VOUCHER_SET };
    return { data: { created: await createStarterVouchers(write, services.files, choice) } };
  },
});

async function readSetupSteps({ kysely }: Db, hasMailServer: boolean): Promise<SetupSteps> {
  const { rows } = await sql<Omit<SetupSteps, 'mail'>>`
    select exists (select from region r where r.code <> ${WORLD_REGION} and r.deleted_at is null) as region,
      exists (select from country c join region r on r.id = c.region_id
        where r.code <> ${WORLD_REGION} and c.usd_rate is not null and c.deleted_at is null) as country,
      exists (select from hotel h where h.is_active and h.deleted_at is null) as hotel,
      exists (select from membership m where m.price > 0 and m.deleted_at is null) as membership,
      exists (select from voucher v where v.is_active and v.deleted_at is null) as voucher,
      (select count(*) > 1 from role_group g where g.deleted_at is null) as role_group,
      exists (select from region_users a join users u on u.id = a.user_id
        where a.deleted_at is null and u.deleted_at is null and u.is_active) as "user",
      exists (select from transaction t where is_sale(t.transaction_type_id) and t.deleted_at is null) as sale`.execute(
    kysely,
  );
  const [steps] = rows;
  if (!steps) throw new Error('The query of the set-up returned no row');
  return { ...steps, mail: hasMailServer };
}

/** Creates the role groups that no group has the name of. Returns their number. */
async function createRoleGroups(write: Write): Promise<number> {
  const { tx } = write.context;
  const { rows: existingGroups } = await sql<{ name: string }>`
    select lower(name) as name from role_group where deleted_at is null`.execute(tx);
  const existingNames = new Set(existingGroups.map(({ name }) => name));
  const missingGroups = DEMO_ROLE_GROUPS.filter(({ name }) => !existingNames.has(name.toLowerCase()));
  for (const group of missingGroups) {
    const codes = permissionsOf(group).map(([slug, verb]) => permission(verb, permissionKey(slug)));
    const { rows } = await sql<{ access_type_id: number; rolesId: number[] }>`
      select d.id as access_type_id,
        array(select r.id::int from roles r where r.name = any(${codes}::text[]) and r.deleted_at is null) as "rolesId"
      from option_detail d join option o on o.id = d.option_id and o.slug = 'access-type'
      where d.code = ${group.level} and d.deleted_at is null`.execute(tx);
    const values = { name: group.name, description: group.description, ...rows[0] };
    await createRecord(write, { isForm: false, values, files: {} });
  }
  return missingGroups.length;
}
