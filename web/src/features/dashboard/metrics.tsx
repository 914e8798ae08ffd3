import type { Dashboard, RevenueMetrics } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Metric } from './metric.tsx';
import { MonthCard, type MonthCardProps } from './month-card.tsx';
import { type Measure, type Series, currenciesOf, groupIntoSeries, valueOf } from './series.ts';
import { Tiles } from './tiles.tsx';
import { USD_CODE, formatMonthYear } from './measure-format.ts';
import { PrintedPageFacts } from '../../session/printed-page-facts.tsx';

type Dimension = 'membership' | 'hotel';
const DIMENSION_COLUMNS = { membership: 'membership_id', hotel: 'hotel_id' } as const;

/** The metrics of the programme: tiles, then charts by month. */
export function DashboardMetrics({ data }: { data: Dashboard }) {
  const { t } = useLingui();
  const { hotels, members, month, months } = data;
  return (
    <>
      <div className="at-a-glance flex flex-col gap-3">
        {data.has_two_months && (
          <p role="status" className="text-sm text-muted">
            <Trans>
              A new month has begun at some hotels, and not yet at others. “This month” is that of each hotel.
            </Trans>
          </p>
        )}
        <Tiles data={data} />
        <Revenue data={data} />
        <div className="grid gap-3 @4xl:grid-cols-2">
          <Redemptions data={data} />
          <OpenVouchers data={data} />
        </div>
      </div>
      <PrintedPageFacts
        hotels={members.served_elsewhere === null ? null : hotels}
        facts={[[t`Period`, `${formatMonthYear(months[0] ?? month)} – ${formatMonthYear(months.at(-1) ?? month)}`]]}
      />
    </>
  );
}

/** Sales and visits, both broken down the same way, in dollars or in the hotels' only currency. */
function Revenue({ data }: { data: Dashboard }) {
  const { t } = useLingui();
  const [dimension, setDimension] = useState<Dimension>('membership');
  const [selectedCurrency, setSelectedCurrency] = useState<'usd' | 'local'>();
  const { sales, visits, months, decimals } = data;
  // A single hotel calculates in its own currency.
  const currencyMode = selectedCurrency ?? (data.hotels.length === 1 ? 'local' : 'usd');
  const currencies = currenciesOf([...sales.by_month, ...visits.by_month]);
  const [currency] = currencies;
  const hasSingleCurrency = currencies.length === 1 && currency !== undefined;
  const measure: Measure = hasSingleCurrency && currencyMode === 'local' ? { currency } : 'usd';
  const countRecords = ({ by_month }: RevenueMetrics) => Number(valueOf(by_month, 'number'));
  const saleCount = countRecords(sales);
  const visitCount = countRecords(visits);
  const renderCard = (metrics: RevenueMetrics, texts: Pick<MonthCardProps, 'title' | 'note' | 'emptyText'>) => {
    const series = createRevenueSeries(metrics, dimension, data);
    return (
      <MonthCard
        {...texts}
        series={series}
        monthCells={metrics.by_month}
        allRows={metrics.rows}
        monthColumn={metrics.month}
        seriesColumn={DIMENSION_COLUMNS[dimension]}
        previousCells={metrics.year_before}
        {...{ months, measure, decimals }}
      />
    );
  };
  return (
    <>
      <header className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold">
          <Trans>Revenue by month</Trans>
        </h2>
        <div className="ml-auto flex flex-wrap gap-x-3 print:hidden max-sm:w-full max-sm:*:flex-1">
          {hasSingleCurrency && (
            <Segmented
              label={t`Currency`}
              value={currencyMode}
              onValueChange={setSelectedCurrency}
              options={[
                { value: 'usd', label: USD_CODE },
                { value: 'local', label: currency },
              ]}
            />
          )}
          {data.hotels.length > 1 && (
            <Segmented
              label={t`Break down by`}
              value={dimension}
              onValueChange={setDimension}
              options={[
                { value: 'membership', label: t`Membership` },
                { value: 'hotel', label: t`Hotel` },
              ]}
            />
          )}
        </div>
      </header>
      <div className="grid gap-3 @4xl:grid-cols-2">
        {renderCard(sales, {
          title: t`Membership sales`,
          note: <Plural value={saleCount} one="# sale" other={`${formatNumber(saleCount)} sales`} />,
          emptyText: t`No sales yet`,
        })}
        {renderCard(visits, {
          title: t`Visits`,
          note: <Plural value={visitCount} one="# visit" other={`${formatNumber(visitCount)} visits`} />,
          emptyText: t`No visits yet`,
        })}
      </div>
    </>
  );
}

/** The highest membership first, because the first series gets the strongest shade. */
function createRevenueSeries(
  metrics: RevenueMetrics,
  dimension: Dimension,
  { memberships, hotels }: Dashboard,
): readonly Series[] {
  return dimension === 'membership'
    ? groupIntoSeries(metrics.by_membership, memberships.toReversed(), metrics.rows, DIMENSION_COLUMNS.membership)
    : groupIntoSeries(metrics.by_hotel, hotels, metrics.rows, DIMENSION_COLUMNS.hotel);
}

function Redemptions({ data: { redemptions, months, decimals } }: { data: Dashboard }) {
  const { t } = useLingui();
  const { rows, month, by_month, year_before } = redemptions;
  return (
    <MonthCard
      title={t`Redemptions`}
      emptyText={t`No redemptions yet`}
      footer={<NominalValues cells={by_month} decimals={decimals} />}
      series={[{ key: 'all', label: null, cells: by_month, rows }]}
      monthCells={by_month}
      allRows={rows}
      monthColumn={month}
      seriesColumn="redeem_hotel_id"
      previousCells={year_before}
      measure="number"
      {...{ months, decimals }}
    />
  );
}

function OpenVouchers({ data: { vouchers, decimals } }: { data: Dashboard }) {
  const { t } = useLingui();
  const { rows, month, by_month } = vouchers;
  return (
    <MonthCard
      title={t`Open vouchers by expiry month`}
      emptyText={t`No open vouchers`}
      footer={<NominalValues cells={by_month} decimals={decimals} />}
      series={[{ key: 'all', label: null, cells: by_month, rows }]}
      monthCells={by_month}
      allRows={rows}
      monthColumn={month}
      seriesColumn="member.hotel_id"
      measure="number"
      months={monthsBetween(by_month.map((cell) => cell.month))}
      decimals={decimals}
    />
  );
}

/**
 * The nominal values of vouchers, separately for each currency: no exchange rate of a particular day applies to them.
 */
function NominalValues({ cells, decimals }: { cells: Series['cells']; decimals: Dashboard['decimals'] }) {
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
      <dt className="text-muted">
        <Trans>Nominal value</Trans>
      </dt>
      {currenciesOf(cells).map((currency) => (
        <dd key={currency} className="font-medium">
          <Metric value={valueOf(cells, { currency })} measure={{ currency }} decimals={decimals} />
        </dd>
      ))}
    </dl>
  );
}

/** All months from the first to the last, including months without data. */
function monthsBetween(dataMonths: readonly string[]): readonly string[] {
  const [firstMonth, lastMonth] = [dataMonths.toSorted()[0], dataMonths.toSorted().at(-1)];
  if (firstMonth === undefined || lastMonth === undefined) return [];
  const months: string[] = [];
  const date = new Date(`${firstMonth}-01T00:00:00Z`);
  for (let month = firstMonth; month <= lastMonth; month = date.toISOString().slice(0, 7)) {
    months.push(month);
    date.setUTCMonth(date.getUTCMonth() + 1);
  }
  return months;
}
