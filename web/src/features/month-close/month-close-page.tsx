import type { ClosingCountry } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SelectInput } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type MonthEntry, closingsQuery, listMonths } from './month-close-calls.ts';
import { MonthDetail } from './month-detail.tsx';
import { longMonth } from '../../format/month.ts';
import { ClosedBy, MonthState, ReopenedBy } from './month-labels.tsx';

const MONTH_PATTERN = /^\d{4}-\d{2}$/;

/** The months of a country, open and closed, each with its totals. */
export function MonthClosePage() {
  const { t } = useLingui();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { data, error, refetch } = useQuery(closingsQuery(null));
  const country = data?.countries.find(({ id }) => id === search['country_id']) ?? data?.countries[0];
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
      ) : (
        <>
          {data.countries.length > 1 && <CountryChoice countries={data.countries} country={country} />}
          {month === undefined ? (
            <MonthList country={country} months={listMonths(country, data.data)} />
          ) : (
            <MonthDetail
              key={`${country.id} ${month}`}
              country={country}
              monthEntry={
                listMonths(country, data.data).find((entry) => entry.month === month) ?? { month, closing: undefined }
              }
            />
          )}
        </>
      )}
    </Page>
  );
}

function CountryChoice({ countries, country }: { countries: readonly ClosingCountry[]; country: ClosingCountry }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <div className="mb-3 max-w-72">
      <SelectInput
        aria-label={t`Country`}
        value={String(country.id)}
        onValueChange={(id) => void navigate({ to: '.', search: { country_id: Number(id) } })}
        options={countries.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    </div>
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
