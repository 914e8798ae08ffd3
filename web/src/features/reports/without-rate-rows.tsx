import {
  type Condition,
  type CurrencySums,
  type OfferedColumn,
  type ReportKey,
  type Rows,
  WITHOUT_RATE,
  includes,
  withoutRateKey,
} from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import type { ListState } from '../../engine/data/list-state.ts';
import { MissingRates } from '../../engine/list/missing-rates.tsx';
import { formatNumber } from '../../format/number.ts';
import { useSaleTypes } from '../../session/sale-types.ts';
import { totalOf } from './add-sums.ts';
import { MONTH } from './report-query.ts';
import { RowsLink } from './rows-link.tsx';

interface WithoutRateRowsProps {
  report: ReportKey;
  /** The columns whose sums are shown; columns not in US dollars render nothing. */
  columns: readonly OfferedColumn[];
  /** All columns of the report; one of them filters the rows without a rate. */
  offered: readonly OfferedColumn[];
  sums: readonly CurrencySums[];
  /** The query of these sums and their conditions; without it, nothing is linked. */
  link?: { readonly state: ListState; readonly conditions: readonly Condition[] } | undefined;
}

/**
 * The number of records that the sums in US dollars omit because their country had no rate yet. Each number links to
 * those records.
 */
export function WithoutRateRows({ columns, sums, ...props }: WithoutRateRowsProps) {
  const found = columns.flatMap((column) => {
    const key = withoutRateKey(column.key);
    const count = key === undefined ? 0 : Number(totalOf(sums, key));
    return count > 0 ? [{ column, count }] : [];
  });
  return found.map(({ column, count }) => (
    <span key={column.key} className="ml-2 font-normal text-muted">
      {found.length > 1 && `${column.label}: `}
      <Count {...props} column={column.key} count={count} />
    </span>
  ));
}

/**
 * Suffix of previous-year columns. They get no link, because a list can only find their records by the date of the
 * current year.
 */
const LAST_YEAR = '_last_year';

type CountProps = Omit<WithoutRateRowsProps, 'columns' | 'sums'> & { column: string; count: number };

function Count({ report, offered, link, column, count }: CountProps) {
  const { t } = useLingui();
  const saleTypes = useSaleTypes();
  const number = formatNumber(count);
  const countText = t`${number} without a rate`;
  if (!link || column.endsWith(LAST_YEAR)) return countText;
  const { state, conditions } = link;
  if (report === 'overview-report') {
    const rows = state.search === '' ? recordsOf(column, conditions, saleTypes) : undefined;
    return rows ? <MissingRates count={count} rows={rows} /> : countText;
  }
  const rate = `${column.slice(0, column.indexOf('.'))}.${WITHOUT_RATE.column}`;
  // Staff may have removed the column from the report.
  if (!offered.some(({ key }) => key === rate)) return countText;
  const further = [...conditions.filter((one) => one.column !== rate), { ...WITHOUT_RATE, column: rate }];
  return (
    <RowsLink report={report} state={state} conditions={further}>
      {countText}
    </RowsLink>
  );
}

/** Columns of the overview, mapped to columns of a list whose records each belong to one hotel. */
const PLACES: Readonly<Record<string, string>> = {
  'overview.hotel': 'hotel.name',
  'overview.region': 'hotel.country.region.name',
  'overview.membership': 'membership.name',
};

/**
 * The records behind a sum of the overview, whose rows are sums only. Undefined if their list lacks these conditions.
 */
function recordsOf(column: string, conditions: readonly Condition[], saleTypes: readonly number[]): Rows | undefined {
  const isSale = column === 'overview.sales_usd';
  const moment = isSale ? 'transaction_date' : 'visit_date';
  const isLimited = conditions.some((one) => one.column === MONTH);
  const own = conditions.flatMap((one) => {
    const name = one.column === MONTH ? moment : PLACES[one.column];
    return name === undefined ? [] : [{ ...one, column: name }];
  });
  if (own.length < conditions.length) return undefined;
  return {
    resource: isSale ? 'transaction' : 'visit',
    conditions: [
      ...own,
      ...(isLimited ? [] : [{ column: moment, operator: 'preset', value: 'this_year' } as const]),
      ...(isSale ? [includes('transaction_type_id', saleTypes)] : []),
    ],
  };
}
