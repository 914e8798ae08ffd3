import { Suspense, lazy } from 'react';
import { can } from '../session/user.ts';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { WordOfWelcome } from './dashboard/word-of-welcome.tsx';

const CounterStart = lazy(async () => ({ default: (await import('./counter/counter-start.tsx')).CounterStart }));

/** Open to whoever has signed in, also where their role opens nothing else. Who has no dashboard begins here with what they do. */
export function HomePage() {
  const isCounter = !can('VIEW_DASHBOARD') && can('STORE_VOUCHER_REDEEM', 'STORE_VISIT');
  if (!isCounter) return <WordOfWelcome />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <CounterStart />
    </Suspense>
  );
}
