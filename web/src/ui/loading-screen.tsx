import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Spinner } from './spinner.tsx';

/** Milliseconds. Shorter waits show nothing, because a flashing loading screen is worse than none. */
const DELAY = 300;

export function LoadingScreen({ delay = DELAY }: { delay?: number }) {
  const [isVisible, setIsVisible] = useState(delay === 0);
  useEffect(() => {
    const timer = setTimeout(() => setIsVisible(true), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  return (
    <div role="status" className="flex min-h-64 flex-1 items-center justify-center gap-2.5 text-muted">
      {isVisible && (
        <>
          <Spinner />
          <Trans>Loading...</Trans>
        </>
      )}
    </div>
  );
}
