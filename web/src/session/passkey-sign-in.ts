import type { TokenResponse } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { showMessage } from '../ui/message-store.ts';
import { api, toStoredSession } from './api.ts';
import { beginSession } from './session.ts';

/** Whether this browser knows passkeys. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Signs in with a passkey that the browser lets its user choose. Throws ApiError, which is announced. */
export async function signInWithPasskey(isRemembered: boolean): Promise<void> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    api<PublicKeyCredentialRequestOptionsJSON>('/auth/passkey/start', { method: 'POST' }),
  ]);
  const response = await startAuthentication({ optionsJSON }).catch(() => undefined);
  if (!response) {
    // The browser says the same for a cancelled choice and for a device without a passkey.
    showMessage({ message: t`No passkey was used. Try again, or sign in another way.`, variant: 'warning' });
    return;
  }
  const json = { response: JSON.stringify(response), remember_me: isRemembered ? 1 : 0 };
  const tokens = await api<TokenResponse>('/auth/passkey/finish', { json });
  await beginSession(toStoredSession(tokens, isRemembered));
}
