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
import { WithoutRate } from '../../engine/list/without-rate.tsx';
import { formatNumber } from '../../format/number.ts';
import { useSaleTypes } from '../../session/sale-types.ts';
import { totalOf } from './add-sums.ts';
import { MONTH } from './report-query.ts';
import { RowsOf } from './rows-of.tsx';

interface WithoutRateRowsProps {
  report: ReportKey;
  /** The columns whose sums are shown; those that are not in US dollars say nothing. */
  columns: readonly OfferedColumn[];
  /** All columns of the report: rows without a rate are found by one of them. */
  offered: readonly OfferedColumn[];
  sums: readonly CurrencySums[];
  /** The query of these sums, and their conditions; without it nothing is linked. */
  link?: { readonly state: ListState; readonly conditions: readonly Condition[] } | undefined;
}

/** How many records the sums in US dollars leave out, as their country had no rate yet, each number with a link to them. */
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

/** A list has them under the moment of this year alone. */
const LAST_YEAR = '_last_year';

type CountProps = Omit<WithoutRateRowsProps, 'columns' | 'sums'> & { column: string; count: number };

function Count({ report, offered, link, column, count }: CountProps) {
  const { t } = useLingui();
  const saleTypes = useSaleTypes();
  const number = formatNumber(count);
  const words = t`${number} without a rate`;
  if (!link || column.endsWith(LAST_YEAR)) return words;
  const { state, conditions } = link;
  if (report === 'overview-report') {
    const rows = state.search === '' ? recordsOf(column, conditions, saleTypes) : undefined;
    return rows ? <WithoutRate count={count} rows={rows} /> : words;
  }
  const rate = `${column.slice(0, column.indexOf('.'))}.${WITHOUT_RATE.column}`;
  // Staff may have taken the column away.
  if (!offered.some(({ key }) => key === rate)) return words;
  const further = [...conditions.filter((one) => one.column !== rate), { ...WITHOUT_RATE, column: rate }];
  return (
    <RowsOf report={report} state={state} conditions={further}>
      {words}
    </RowsOf>
  );
}

/** Columns of the overview, in a list of records of one hotel each. */
const PLACES: Readonly<Record<string, string>> = {
  'overview.hotel': 'hotel.name',
  'overview.region': 'hotel.country.region.name',
  'overview.membership': 'membership.name',
};

/** The records behind a sum of the overview, which has none of its own; undefined where their list has no such conditions. */
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
