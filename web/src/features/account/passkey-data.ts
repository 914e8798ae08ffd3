import type { PasskeyItem } from '@innkeeper/contract';
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../session/api-error.ts';
import { api } from '../../session/api.ts';
import { queryClient } from '../../session/query-client.ts';

/* Reads and changes the user's passkeys. Failures are thrown as ApiError for the form to show. */

export const passkeysQuery = queryOptions({
  queryKey: ['user', 'passkeys'],
  queryFn: async ({ signal }) =>
    (await api<{ data: readonly PasskeyItem[] }>('/api/user/passkeys', { signal, announce: false })).data,
});

const refetchPasskeys = (): Promise<void> => queryClient.invalidateQueries(passkeysQuery);

/** Has the browser create a passkey, and adds it. */
export async function addPasskey(name: string): Promise<void> {
  const [{ startRegistration }, { data: optionsJSON }] = await Promise.all([
    import('@simplewebauthn/browser'),
    api<{ data: PublicKeyCredentialCreationOptionsJSON }>('/api/user/passkeys/start', {
      method: 'POST',
      announce: false,
    }),
  ]);
  let response: RegistrationResponseJSON;
  try {
    response = await startRegistration({ optionsJSON });
  } catch (error) {
    throw new ApiError(0, 'passkey', browserMessage(error));
  }
  await api('/api/user/passkeys', { json: { name, response: JSON.stringify(response) }, announce: false });
  await refetchPasskeys();
}

/** The browser says the same for a cancelled creation and for a device that cannot do it. */
const browserMessage = (error: unknown): string =>
  error instanceof Error && error.name === 'InvalidStateError'
    ? t`This device already has a passkey for your account.`
    : t`This device created no passkey. Try again, or use another device.`;

export async function renamePasskey(id: number, name: string): Promise<void> {
  await api(`/api/user/passkeys/${id}`, { json: { name }, announce: false });
  await refetchPasskeys();
}

export async function removePasskey(id: number): Promise<void> {
  try {
    await api(`/api/user/passkeys/${id}`, {
      method: 'DELETE',
      // A 404 means that it has been removed already, which is the requested result.
      announce: (error) => error.status !== 404,
    }).catch(() => undefined);
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['user'] });
  }
}
