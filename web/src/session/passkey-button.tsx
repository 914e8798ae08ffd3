import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { isApiError } from './api-error.ts';
import { knowsPasskeys, signInWithPasskey } from './passkey-sign-in.ts';
import { useSignInOptions } from './sign-in-options.ts';

/** Signs in with a passkey; renders nothing where passkeys do not work. */
export function PasskeyButton({ isRemembered }: { isRemembered: boolean }) {
  const hasPasskeys = useSignInOptions()?.has_passkeys === true && knowsPasskeys();
  const [isPending, setIsPending] = useState(false);
  if (!hasPasskeys) return null;
  const start = async () => {
    setIsPending(true);
    try {
      await signInWithPasskey(isRemembered);
    } catch (error) {
      if (!isApiError(error)) throw error;
    } finally {
      setIsPending(false);
    }
  };
  return (
    <Button pending={isPending} className="w-full whitespace-normal" onClick={() => void start()}>
      <Trans>Sign in with a passkey</Trans>
    </Button>
  );
}
