import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { isApiError } from './api-error.ts';
import { useSignInOptions } from './sign-in-options.ts';
import { startSingleSignOn } from './single-sign-on.ts';

/** Leads to the provider; renders nothing without one. */
export function SingleSignOnButton({ isRemembered }: { isRemembered: boolean }) {
  const provider = useSignInOptions()?.single_sign_on;
  const [isStarting, setIsStarting] = useState(false);
  useEffect(() => {
    // A browser that goes back from the provider may show this page as it was left.
    const reset = () => setIsStarting(false);
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, []);
  if (!provider) return null;
  const start = async () => {
    setIsStarting(true);
    try {
      await startSingleSignOn(isRemembered);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setIsStarting(false);
    }
  };
  return (
    <Button pending={isStarting} className="w-full whitespace-normal" onClick={() => void start()}>
      <Trans>Sign in with {provider.name}</Trans>
    </Button>
  );
}
