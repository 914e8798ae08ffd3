import {
  type Condition,
  DEFAULT_VOUCHER_SET,
  type ResourceDefinition,
  WORLD_REGION,
  firstCountryFields,
  resources,
  starterVouchersBody,
} from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { refreshResources, saveRecord, tryWrite } from '../engine/data/mutations.ts';
import { listQuery } from '../engine/data/queries.ts';
import { openCallDialog } from '../engine/form/call-dialog.tsx';
import { FieldsDialog } from '../engine/form/fields-dialog.tsx';
import { openGuardedDialog } from '../engine/form/guarded-dialog.tsx';
import type { WireRecord } from '../engine/form/form-values.ts';
import { queryClient } from '../session/query-client.ts';
import { regionsQuery } from '../session/reference-data.ts';
import { sendRequest } from '../session/request.ts';
import { showMessage } from '../ui/message-store.ts';
import { holdKeys } from '../ui/typed-ahead.ts';
import { VoucherSetInput } from './voucher-set-input.tsx';

/** The id if there is exactly one record: then a form need not ask which one. */
const onlyIdOf = (records: readonly { readonly id: number }[]): number | null =>
  records.length === 1 ? (records[0]?.id ?? null) : null;

/** The only region of the group; null if there are several. The form asks also if they cannot be loaded. */
async function findOnlyRegion(): Promise<number | null> {
  const regions = await queryClient.fetchQuery(regionsQuery).catch(() => []);
  return onlyIdOf(regions.filter(({ code }) => code !== WORLD_REGION));
}

async function findOnlyRecord(
  definition: ResourceDefinition,
  conditions: readonly Condition[] = [],
): Promise<number | null> {
  const query = listQuery(definition, { page: 1, per_page: 2, sort: '', search: '', conditions, deleted: false });
  const page = await queryClient.fetchQuery(query).catch(() => undefined);
  return onlyIdOf(page?.rows ?? []);
}

/** The initial values of the first hotel: its country, if the group has only one. */
export async function findFirstHotelDefaults(): Promise<WireRecord> {
  const regionId = await findOnlyRegion();
  if (regionId === null) return {};
  const inRegion: Condition = { column: 'region_id', operator: 'includes', value: String(regionId) };
  const countryId = await findOnlyRecord(resources.country, [inRegion]);
  return countryId === null ? {} : { country_id: countryId };
}

/** Puts a country of the world, if it is known which, into a region of the group, with its rate. */
export async function openFirstCountry(countryId?: number): Promise<boolean | undefined> {
  const regionId = await holdKeys(findOnlyRegion());
  return openGuardedDialog<boolean>(
    (onClose) => (
      <FieldsDialog
        title={t`Country of your hotels`}
        submitLabel={<Trans>Save</Trans>}
        fields={firstCountryFields}
        initial={{
          ...(countryId !== undefined && { country_id: countryId }),
          ...(regionId !== null && { region_id: regionId }),
        }}
        onSubmit={async ({ country_id, ...input }) => {
          const country = await saveRecord(resources.country, { id: Number(country_id), input });
          const name = String(country['name']);
          showMessage({ message: t`${name} saved.`, variant: 'success' });
          onClose(true);
          await refreshResources(queryClient);
        }}
        onClose={() => onClose()}
      />
    ),
    { width: '30rem' },
  );
}

/** Creates the vouchers of a set for a membership. */
export async function openStarterVouchers(): Promise<boolean> {
  const membershipId = await holdKeys(findOnlyRecord(resources.membership));
  return openCallDialog({
    call: 'POST /api/setup/vouchers',
    title: t`Use common vouchers`,
    description: (
      <Trans>
        Vouchers with pictures and texts in English and Indonesian. Check their values and terms afterwards.
      </Trans>
    ),
    submitLabel: <Trans>Create vouchers</Trans>,
    fields: starterVouchersBody,
    initial: { set: DEFAULT_VOUCHER_SET, ...(membershipId !== null && { membership_id: membershipId }) },
    inputs: { set: VoucherSetInput },
    width: '44rem',
    onSent: ({ data: { created: count } }) =>
      showMessage({ message: t`${count} vouchers created.`, variant: 'success' }),
  });
}

/** Creates a user with a password, on a server that cannot mail an invitation. */
export const openUserWithPassword = (): Promise<unknown> =>
  holdKeys(import('../engine/form/form-dialog.tsx')).then(({ openOwnForm }) =>
    openOwnForm({ definition: resources.users }),
  );

/** Creates the usual role groups. */
export const createRoleGroups = (): Promise<void> =>
  tryWrite(async () => {
    const {
      data: { created: count },
    } = await sendRequest('POST /api/setup/role_groups', { body: {} }, { idempotencyKey: crypto.randomUUID() });
    showMessage({ message: t`${count} role groups created.`, variant: 'success' });
    await refreshResources(queryClient);
  });
