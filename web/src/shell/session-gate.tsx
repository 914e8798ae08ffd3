import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { useStore } from '../ui/store.ts';
import { resumeSession, signOut } from '../session/session.ts';
import { sessionState } from '../session/user.ts';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { router } from './router.tsx';

/** Renders no page before the user is known, and evaluates the guards again whenever the user changes. */
export function SessionGate({ children }: { children: ReactNode }) {
  const state = useStore(sessionState);
  useEffect(() => {
    let previousStatus = sessionState.get().status;
    return sessionState.subscribe(() => {
      const { status } = sessionState.get();
      const hasEnded = status === 'guest' && previousStatus !== 'starting';
      previousStatus = status;
      if (hasEnded && router.state.location.pathname !== '/login') void router.navigate({ to: '/', replace: true });
      else if (status === 'signed-in') void router.invalidate();
    });
  }, []);
  if (state.status === 'starting') {
    return (
      <div className="flex min-h-dvh">
        <LoadingScreen />
      </div>
    );
  }
  if (state.status === 'failed') {
    return (
      <main className="flex min-h-dvh flex-col items-center justify-center">
        <ErrorState message={state.message} onRetry={() => void resumeSession()} />
        <Button variant="ghost" onClick={() => void signOut()}>
          <Trans>Logout</Trans>
        </Button>
      </main>
    );
  }
  return children;
}
