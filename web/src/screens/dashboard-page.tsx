import { type Dashboard, type NavigationItem, isResourceKey } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import ChartColumn from 'lucide-react/icons/chart-column';
import { Suspense, lazy, useEffect } from 'react';
import { useLanguage } from '../i18n/use-label.ts';
import { api } from '../session/api.ts';
import { useUser } from '../session/user.ts';
import { NavigationIcon } from '../shell/navigation-icon.tsx';
import { useNavigation } from '../shell/navigation-tree.ts';
import { Page } from '../shell/page.tsx';
import { preloadLists } from '../shell/preload.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FiguresSkeleton } from './dashboard/figures-skeleton.tsx';
import { type Place, PlaceFilter } from './dashboard/place-filter.tsx';

/** Charts are not part of what every page is made of. */
const Figures = lazy(() => import('./dashboard/figures.tsx').then((module) => ({ default: module.Figures })));

/** Where the day begins: the ways to daily work, and how the programme stands. */
export function DashboardPage() {
  useEffect(preloadLists, []);
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
          <Today />
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

/** What the address says; anything else is all hotels. */
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
    queryFn: async ({ signal }) => {
      const query = Object.entries(place).map(([name, id]) => `?${name}=${id}`);
      return (await api<{ data: Dashboard }>(`/api/dashboard${query.join('')}`, { signal, announce: false })).data;
    },
    // Who comes back from a sale sees it counted.
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

/** The pages that are used all day, in one line. */
function DailyWork() {
  const { t } = useLingui();
  const pages = dailyPages(useNavigation());
  if (pages.length === 0)
    return (
      <p className="mb-4 text-muted">
        <Trans>Your role does not open any page yet. Ask an administrator for it.</Trans>
      </p>
    );
  return (
    <nav aria-label={t`Every day`} className="mb-4">
      <ul className="flex flex-wrap gap-2 max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1">
        {pages.map((page) => (
          <li key={page.id}>
            <Link
              to={page.url}
              className="flex min-h-(--control) items-center gap-2 rounded-full whitespace-nowrap border border-border bg-surface px-3.5 text-muted hover:border-strong-border hover:text-text [&_svg]:size-4"
            >
              <NavigationIcon name={page.icon} />
              <span className="font-medium text-text">{page.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Members, and the pages at the top of the menu and in its first group where something is done; whoever has none of these gets
 * the lists that stand there.
 */
function dailyPages(navigation: readonly NavigationItem[]): readonly NavigationItem[] {
  const group = navigation.find(({ type }) => type === 'group');
  const pages = [...navigation, ...(group?.children ?? [])].filter(
    ({ type, url }) => type === 'item' && url !== location.pathname,
  );
  const work = pages.filter(({ id }) => id === 'member' || !isResourceKey(id));
  return work.length > 0 ? work : pages;
}

function Today() {
  const language = useLanguage();
  const today = new Date().toLocaleDateString(language === 'id' ? 'id-ID' : 'en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return <p className="w-full text-muted sm:w-auto">{today}</p>;
}
