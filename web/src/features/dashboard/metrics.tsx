import type { Dashboard, RevenueMetrics } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Metric } from './metric.tsx';
import { MonthCard } from './month-card.tsx';
import { type Measure, type Series, currenciesOf, seriesBy, valueOf } from './series.ts';
import { Tiles } from './tiles.tsx';
import { USD_CODE } from './measure-format.ts';

type Dimension = 'membership' | 'hotel';
const COLUMN = { membership: 'membership_id', hotel: 'hotel_id' } as const;

/** The metrics of the programme: tiles, then charts by month. */
export function DashboardMetrics({ data }: { data: Dashboard }) {
  return (
    <div className="flex flex-col gap-3">
      <Tiles data={data} />
      <Revenue data={data} />
      <div className="grid gap-3 @4xl:grid-cols-2">
        <Redemptions data={data} />
        <OpenVouchers data={data} />
      </div>
    </div>
  );
}

/** Sales and visits, both broken down the same way, in dollars or in the hotels' only currency. */
function Revenue({ data }: { data: Dashboard }) {
  const { t } = useLingui();
  const [dimension, setDimension] = useState<Dimension>('membership');
  const [chosen, setChosen] = useState<'usd' | 'local'>();
  const { sales, visits, months, decimals } = data;
  // A single hotel calculates in its own currency.
  const chosenCurrency = chosen ?? (data.hotels.length === 1 ? 'local' : 'usd');
  const currencies = currenciesOf([...sales.by_hotel, ...visits.by_hotel]);
  const [currency] = currencies;
  const isOne = currencies.length === 1 && currency !== undefined;
  const measure: Measure = isOne && chosenCurrency === 'local' ? { currency } : 'usd';
  const card = (title: string, metrics: RevenueMetrics) => {
    const series = seriesOf(metrics, dimension, data);
    const number = Number(valueOf(metrics.by_hotel, 'number'));
    return (
      <MonthCard
        title={title}
        note={<Plural value={number} one="# record" other={`${formatNumber(number)} records`} />}
        series={series}
        all={metrics.rows}
        column={metrics.month}
        by={COLUMN[dimension]}
        before={metrics.year_before}
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
        <div className="ml-auto flex flex-wrap gap-x-3 max-sm:w-full max-sm:*:flex-1">
          {isOne && (
            <Segmented
              label={t`Currency`}
              value={chosenCurrency}
              onValueChange={setChosen}
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
        {card(t`Membership sales`, sales)}
        {card(t`Visits`, visits)}
      </div>
    </>
  );
}

/** The highest membership first, because the first series gets the strongest shade. */
function seriesOf(
  metrics: RevenueMetrics,
  dimension: Dimension,
  { memberships, hotels }: Dashboard,
): readonly Series[] {
  return dimension === 'membership'
    ? seriesBy(metrics.by_membership, memberships.toReversed(), metrics.rows, COLUMN.membership)
    : seriesBy(metrics.by_hotel, hotels, metrics.rows, COLUMN.hotel);
}

function Redemptions({ data: { redemptions, months, decimals } }: { data: Dashboard }) {
  const { t } = useLingui();
  const { rows, month, by_month, year_before } = redemptions;
  return (
    <MonthCard
      title={t`Redemptions`}
      foot={<Nominals cells={by_month} decimals={decimals} />}
      series={[{ key: 'all', label: null, cells: by_month, rows }]}
      all={rows}
      column={month}
      by="redeem_hotel_id"
      before={year_before}
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
      foot={<Nominals cells={by_month} decimals={decimals} />}
      series={[{ key: 'all', label: null, cells: by_month, rows }]}
      all={rows}
      column={month}
      by="member.hotel_id"
      measure="number"
      months={monthsBetween(by_month.map((cell) => cell.month))}
      decimals={decimals}
    />
  );
}

/**
 * The nominal values of vouchers, separately for each currency: no exchange rate of a particular day applies to them.
 */
function Nominals({ cells, decimals }: { cells: Series['cells']; decimals: Dashboard['decimals'] }) {
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

/** All months from the first to the last of the given ones. */
function monthsBetween(some: readonly string[]): readonly string[] {
  const [first, last] = [some.toSorted()[0], some.toSorted().at(-1)];
  if (first === undefined || last === undefined) return [];
  const months: string[] = [];
  const at = new Date(`${first}-01T00:00:00Z`);
  for (let month = first; month <= last; month = at.toISOString().slice(0, 7)) {
    months.push(month);
    at.setUTCMonth(at.getUTCMonth() + 1);
  }
  return months;
}
