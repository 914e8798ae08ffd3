import { permission, resources } from '@innkeeper/contract';
import { Suspense } from 'react';
import { can, useUser } from '../session/user.ts';
import { lazyComponent } from '../ui/lazy-component.ts';
import { DashboardPage } from './dashboard/dashboard-page.tsx';
import { DaySkeleton } from './shifts/day-skeleton.tsx';

const DashboardDay = lazyComponent(async () => (await import('./shifts/dashboard-day.tsx')).DashboardDay);

/** Whether the user serves guests: sells, redeems or posts. */
const servesGuests = (): boolean =>
  can(
    permission('STORE', resources.transaction.permission),
    permission('STORE', resources.voucher_redeem.permission),
    permission('STORE', resources.visit.permission),
  );

/** The dashboard. To the staff of a front desk it begins with the day of their hotel. */
export function DashboardHome() {
  const isFrontDesk = useUser()?.access_level === 'property' && servesGuests();
  const day = isFrontDesk && (
    <Suspense fallback={<DaySkeleton />}>
      <DashboardDay />
    </Suspense>
  );
  return <DashboardPage day={day} />;
}
