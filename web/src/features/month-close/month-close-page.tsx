import type { ClosingCountry, MonthClosing } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SelectInput } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type MonthEntry, closingsQuery, earlierOpenMonths, isClosed, listMonths } from './month-close-calls.ts';
import { MonthDetail } from './month-detail.tsx';
import { longMonth } from '../../format/month.ts';
import { ClosedBy, MonthState, ReopenedBy } from './month-labels.tsx';

const MONTH_PATTERN = /^\d{4}-\d{2}$/;

/** The months of a country, open and closed, each with its totals. */
export function MonthClosePage() {
  const { t } = useLingui();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { data, error, refetch } = useQuery(closingsQuery(null));
  const isOverview = (data?.countries.length ?? 0) > 1 && search['country_id'] === undefined;
  const country = data?.countries.find(({ id }) => id === search['country_id']) ?? data?.countries[0];
  const months = data && country ? listMonths(country, data.data) : [];
  const month =
    typeof search['month'] === 'string' && MONTH_PATTERN.test(search['month']) ? search['month'] : undefined;
  return (
    <Page title={t`Month close`} boxed>
      {error && !data ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <MonthsSkeleton />
      ) : !country ? (
        <EmptyState icon={<CalendarCheck size={20} />} title={t`No country to close`}>
          <Trans>Months are closed per country. You need access to all its hotels.</Trans>
        </EmptyState>
      ) : isOverview ? (
        <CountryList countries={data.countries} closings={data.data} />
      ) : (
        <>
          {data.countries.length > 1 && (
            <CountryChoice countries={data.countries} country={country} hasOverviewLink={month === undefined} />
          )}
          {month === undefined ? (
            <MonthList country={country} months={months} />
          ) : (
            <MonthDetail
              key={`${country.id} ${month}`}
              country={country}
              monthEntry={months.find((entry) => entry.month === month) ?? { month, closing: undefined }}
              earlierMonths={earlierOpenMonths(months, month)}
            />
          )}
        </>
      )}
    </Page>
  );
}

interface CountryChoiceProps {
  readonly countries: readonly ClosingCountry[];
  readonly country: ClosingCountry;
  /** A single month links to the months of its country instead. */
  readonly hasOverviewLink: boolean;
}

function CountryChoice({ countries, country, hasOverviewLink }: CountryChoiceProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <div className="mb-3 sm:max-w-72 print:hidden">
      <SelectInput
        aria-label={t`Country`}
        value={String(country.id)}
        onValueChange={(id) => void navigate({ to: '.', search: { country_id: Number(id) } })}
        options={countries.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      {hasOverviewLink && (
        <Link to="/finance/month-close" className="touch-line mt-1.5 inline-block text-sm text-muted hover:underline">
          <Trans>All countries</Trans>
        </Link>
      )}
    </div>
  );
}

/** Each country with the last month that was closed, and how many of the months before its current one are open. */
function CountryList({
  countries,
  closings,
}: {
  countries: readonly ClosingCountry[];
  closings: readonly MonthClosing[];
}) {
  const { t } = useLingui();
  return (
    <ul
      aria-label={t`Countries`}
      className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface"
    >
      {countries.map((country) => {
        const months = listMonths(country, closings);
        const lastClosed = months.find(({ closing }) => isClosed(closing))?.month;
        const openCount = months.filter(
          ({ month, closing }) => !isClosed(closing) && (lastClosed === undefined || month > lastClosed || closing),
        ).length;
        return (
          <li key={country.id}>
            <Link
              to="/finance/month-close"
              search={{ country_id: country.id }}
              className="flex items-center gap-3 px-4 py-3 hover:bg-hover"
            >
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-36 font-medium">{country.name}</span>
                <span className="grow text-muted">
                  {lastClosed === undefined ? (
                    <Trans>No month is closed yet</Trans>
                  ) : (
                    <Trans>Closed until {longMonth(lastClosed)}</Trans>
                  )}
                </span>
                {lastClosed !== undefined &&
                  (openCount === 0 ? (
                    <Badge tone="success">
                      <Trans>Nothing to close</Trans>
                    </Badge>
                  ) : (
                    <Badge tone="warning">
                      <Plural value={openCount} one="# month open" other="# months open" />
                    </Badge>
                  ))}
              </span>
              <ChevronRight size={16} className="shrink-0 text-faint" />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function MonthList({ country, months }: { country: ClosingCountry; months: readonly MonthEntry[] }) {
  const { t } = useLingui();
  return (
    <ul
      aria-label={t`Months`}
      className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface"
    >
      {months.map(({ month, closing }) => (
        <li key={month}>
          <Link
            to="/finance/month-close"
            search={{ country_id: country.id, month }}
            className="flex items-center gap-3 px-4 py-3 hover:bg-hover"
          >
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-36 font-medium">{longMonth(month)}</span>
                <MonthState closing={closing} />
              </span>
              {closing && (
                <span className="block text-sm text-muted">
                  {closing.reopened_at === null ? <ClosedBy closing={closing} /> : <ReopenedBy closing={closing} />}
                </span>
              )}
            </span>
            <ChevronRight size={16} className="shrink-0 text-faint" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function MonthsSkeleton() {
  return (
    <div className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="px-4 py-3">
          <Skeleton className="h-6 w-48" />
        </div>
      ))}
      <span className="sr-only">
        <Trans>Loading...</Trans>
      </span>
    </div>
  );
}
