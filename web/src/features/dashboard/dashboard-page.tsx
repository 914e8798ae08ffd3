import type { Dashboard } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import ChartColumn from 'lucide-react/icons/chart-column';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { readSetupState } from '../../domain/setup-state.ts';
import { formatToday } from '../../format/date.ts';
import { requestData } from '../../session/request.ts';
import { can, useUser } from '../../session/user.ts';
import { Page } from '../../ui/page.tsx';
import { preload } from '../../session/preload.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { DailyWork } from './daily-work.tsx';
import { type HotelSelection, HotelFilter } from './hotel-filter.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Keeps charts out of the code that every page loads. */
const DashboardMetrics = lazyComponent(async () => (await import('./metrics.tsx')).DashboardMetrics);

const SetupChecklist = lazyComponent(async () => (await import('../../domain/setup-checklist.tsx')).SetupChecklist);

interface DashboardPageProps {
  /** The day of the user's hotel, above the metrics. */
  readonly day: ReactNode;
}

/** Start page: links for daily work and the metrics of the programme. */
export function DashboardPage({ day }: DashboardPageProps) {
  // The user will most likely open a list next.
  useEffect(() => preload('/company/member'), []);
  const { t } = useLingui();
  const user = useUser();
  const navigate = useNavigate();
  const selection = parseSelection(useSearch({ strict: false }));
  const [hasSetup] = useState(mayNeedSetup);
  const [isSetupPending, setIsSetupPending] = useState(hasSetup);
  return (
    <Page
      title={t`Dashboard`}
      heading={t`Welcome, ${user?.displayName ?? ''}`}
      aside={
        <>
          {/* Below the choice of hotels if a line has no space for all three. */}
          <p className="w-full text-muted sm:order-1 @min-[58rem]:order-none @min-[58rem]:w-auto">{formatToday()}</p>
          <HotelFilter
            value={selection}
            onValueChange={(nextSelection) => void navigate({ to: '.', search: { ...nextSelection }, replace: true })}
          />
        </>
      }
      boxed
    >
      {hasSetup && (
        <div className="print:hidden">
          <Suspense>
            <SetupChecklist onReady={() => setIsSetupPending(false)} />
          </Suspense>
        </div>
      )}
      {/* Hidden until the checklist above has its height, so that nothing moves. */}
      <div className={isSetupPending ? 'invisible' : 'reveal-in-order'}>
        <div className="print:hidden">
          <DailyWork />
          {day}
        </div>
        <HotelMetrics selection={selection} />
      </div>
    </Page>
  );
}

/** Whether the checklist of a new programme may be needed: to administrators, until this browser knows it complete. */
const mayNeedSetup = (): boolean => can('STORE_ROLE_GROUP') && readSetupState(localStorage) !== 'complete';

/** The hotel or region in the address; anything else means all hotels. */
function parseSelection(search: Readonly<Record<string, unknown>>): HotelSelection {
  const parseId = (name: string): number | undefined => {
    const value = Number(search[name]);
    return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  };
  const [hotel_id, region_id] = [parseId('hotel_id'), parseId('region_id')];
  return hotel_id !== undefined ? { hotel_id } : region_id !== undefined ? { region_id } : {};
}

function HotelMetrics({ selection }: { selection: HotelSelection }) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['dashboard', selection],
    queryFn: ({ signal }) => requestData('GET /api/dashboard', { query: { ...selection } }, { signal }),
    // Refetched after a sale, so the metrics include it.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <MetricsSkeleton />;
  if (isEmpty(data)) return <NoMetrics />;
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>
      <Suspense fallback={<MetricsSkeleton />}>
        <DashboardMetrics data={data} />
      </Suspense>
    </div>
  );
}

const isEmpty = ({ members, sales, visits, redemptions }: Dashboard): boolean =>
  members.number === 0 && [sales, visits, redemptions].every(({ by_month }) => by_month.length === 0);

function NoMetrics() {
  return (
    <EmptyState icon={<ChartColumn size={20} />} title={<Trans>No members yet</Trans>}>
      <Trans>Your figures will appear after the first sale.</Trans>
    </EmptyState>
  );
}

/** Placeholder for tiles and charts. */
function MetricsSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 @2xl:grid-cols-2 @4xl:grid-cols-4">
        <Skeleton className="h-54 rounded-lg @2xl:col-span-2" />
        <Skeleton className="h-54 rounded-lg" />
        <Skeleton className="h-54 rounded-lg" />
      </div>
      <Skeleton className="mt-3 h-9 w-64" />
      <div className="grid gap-3 @4xl:grid-cols-2">
        <Skeleton className="h-112 rounded-lg" />
        <Skeleton className="h-112 rounded-lg" />
      </div>
    </div>
  );
}
