import type { Dashboard } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import ChartColumn from 'lucide-react/icons/chart-column';
import { Suspense, lazy, useEffect } from 'react';
import { todayInWords } from '../../format/date.ts';
import { ask } from '../../session/ask.ts';
import { useUser } from '../../session/user.ts';
import { Page } from '../../ui/page.tsx';
import { preload } from '../../session/preload.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { DailyWork } from './daily-work.tsx';
import { FiguresSkeleton } from './figures-skeleton.tsx';
import { type Place, PlaceFilter } from './place-filter.tsx';

/** Charts are not part of the code that every page loads. */
const Figures = lazy(() => import('./figures.tsx').then((module) => ({ default: module.Figures })));

/** The first page of the day: the ways to daily work, and the figures of the programme. */
export function DashboardPage() {
  // Lists are the likeliest next step.
  useEffect(() => preload('/company/member'), []);
  const { t } = useLingui();
  const user = useUser();
  const navigate = useNavigate();
  const place = readPlace(useSearch({ strict: false }));
  return (
    <Page
      title={t`Dashboard`}
      heading={t`Welcome, ${user?.displayName ?? ''}`}
      aside={
        <>
          <p className="w-full text-muted sm:w-auto">{todayInWords()}</p>
          <PlaceFilter
            value={place}
            onValueChange={(next) => void navigate({ to: '.', search: { ...next }, replace: true })}
          />
        </>
      }
      boxed
    >
      <DailyWork />
      <PlaceFigures place={place} />
    </Page>
  );
}

/** The place in the address; anything else is all hotels. */
function readPlace(search: Readonly<Record<string, unknown>>): Place {
  const id = (name: string): number | undefined => {
    const value = Number(search[name]);
    return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  };
  const [hotel_id, region_id] = [id('hotel_id'), id('region_id')];
  return hotel_id !== undefined ? { hotel_id } : region_id !== undefined ? { region_id } : {};
}

function PlaceFigures({ place }: { place: Place }) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['dashboard', place],
    queryFn: async ({ signal }) => (await ask('GET /api/dashboard', { query: { ...place } }, { signal })).data,
    // After a sale the figures are fetched again and count it.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <FiguresSkeleton />;
  if (isEmpty(data)) return <NoFigures />;
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>
      <Suspense fallback={<FiguresSkeleton />}>
        <Figures data={data} />
      </Suspense>
    </div>
  );
}

const isEmpty = ({ members, sales, visits, redemptions }: Dashboard): boolean =>
  members.number === 0 && [sales.by_hotel, visits.by_hotel, redemptions.by_month].every((cells) => cells.length === 0);

function NoFigures() {
  return (
    <EmptyState
      icon={<ChartColumn size={20} aria-hidden="true" />}
      title={<Trans>There are no members here yet.</Trans>}
    >
      <Trans>Figures appear with the first membership that is sold.</Trans>
    </EmptyState>
  );
}
