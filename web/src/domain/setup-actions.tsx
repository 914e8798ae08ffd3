import { DEFAULT_VOUCHER_SET, firstCountryFields, resources, starterVouchersBody } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { refreshResources, saveRecord, tryWrite } from '../engine/data/mutations.ts';
import { openCallDialog } from '../engine/form/call-dialog.tsx';
import { FieldsDialog } from '../engine/form/fields-dialog.tsx';
import { openGuardedDialog } from '../engine/form/guarded-dialog.tsx';
import { queryClient } from '../session/query-client.ts';
import { sendRequest } from '../session/request.ts';
import { showMessage } from '../ui/message-store.ts';
import { VoucherSetInput } from './voucher-set-input.tsx';

/** Puts a country of the world, if it is known which, into a region of the group, with its rate. */
export const openFirstCountry = (countryId?: number): Promise<boolean | undefined> =>
  openGuardedDialog<boolean>(
    (onClose) => (
      <FieldsDialog
        title={t`Country of your hotels`}
        submitLabel={<Trans>Save</Trans>}
        fields={firstCountryFields}
        {...(countryId !== undefined && { initial: { country_id: countryId } })}
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

/** Creates the vouchers of a set for a membership. */
export const openStarterVouchers = (): Promise<boolean> =>
  openCallDialog({
    call: 'POST /api/setup/vouchers',
    title: t`Use common vouchers`,
    description: (
      <Trans>
        Vouchers with pictures and texts in English and Indonesian. Check their values and terms afterwards.
      </Trans>
    ),
    submitLabel: <Trans>Create vouchers</Trans>,
    fields: starterVouchersBody,
    initial: { set: DEFAULT_VOUCHER_SET },
    inputs: { set: VoucherSetInput },
    width: '44rem',
    onSent: ({ data: { created: count } }) =>
      showMessage({ message: t`${count} vouchers created.`, variant: 'success' }),
  });

/** Creates the usual role groups. */
export const createRoleGroups = (): Promise<void> =>
  tryWrite(async () => {
    const {
      data: { created: count },
    } = await sendRequest('POST /api/setup/role_groups', { body: {} }, { idempotencyKey: crypto.randomUUID() });
    showMessage({ message: t`${count} role groups created.`, variant: 'success' });
    await refreshResources(queryClient);
  });
