import { Suspense } from 'react';
import { can } from '../session/user.ts';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { WelcomeMessage } from './dashboard/welcome-message.tsx';
import { DaySkeleton } from './shifts/day-skeleton.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';

const FrontDeskStart = lazyComponent(async () => (await import('./front-desk/front-desk-start.tsx')).FrontDeskStart);
const DeskDay = lazyComponent(async () => (await import('./shifts/desk-day.tsx')).DeskDay);

/**
 * Open to every signed-in user, even if their role opens nothing else. A user without a dashboard begins here with
 * their own pages.
 */
export function HomePage() {
  const isFrontDesk = !can('VIEW_DASHBOARD') && can('STORE_VOUCHER_REDEEM', 'STORE_VISIT');
  if (!isFrontDesk) return <WelcomeMessage />;
  const renderDay = (hotelId: number) => (
    <Suspense fallback={<DaySkeleton />}>
      <DeskDay hotelId={hotelId} />
    </Suspense>
  );
  return (
    <Suspense fallback={<LoadingScreen />}>
      <FrontDeskStart renderDay={renderDay} />
    </Suspense>
  );
}
