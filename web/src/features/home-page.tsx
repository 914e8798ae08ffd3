import { Suspense } from 'react';
import { can } from '../session/user.ts';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { WelcomeMessage } from './dashboard/welcome-message.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';

const FrontDeskStart = lazyComponent(async () => (await import('./front-desk/front-desk-start.tsx')).FrontDeskStart);

/**
 * Open to every signed-in user, even if their role opens nothing else. A user without a dashboard begins here with
 * their own pages.
 */
export function HomePage() {
  const isFrontDesk = !can('VIEW_DASHBOARD') && can('STORE_VOUCHER_REDEEM', 'STORE_VISIT');
  if (!isFrontDesk) return <WelcomeMessage />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <FrontDeskStart />
    </Suspense>
  );
}
