import { Suspense, lazy } from 'react';
import { can } from '../session/user.ts';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { WordOfWelcome } from './dashboard/word-of-welcome.tsx';

const CounterStart = lazy(async () => ({ default: (await import('./counter/counter-start.tsx')).CounterStart }));

/**
 * Open to every signed-in user, even if their role opens nothing else. A user without a dashboard begins here with their own
 * pages.
 */
export function HomePage() {
  const isCounter = !can('VIEW_DASHBOARD') && can('STORE_VOUCHER_REDEEM', 'STORE_VISIT');
  if (!isCounter) return <WordOfWelcome />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <CounterStart />
    </Suspense>
  );
}
