import {
  MONTH_COLUMN,
  type Condition,
  type CurrencySums,
  type OfferedColumn,
  type ReportKey,
  type RowSelection,
  WITHOUT_RATE,
  includesCondition,
  withoutRateKey,
} from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import type { ListState } from '../../engine/data/list-state.ts';
import { MissingRates } from '../../engine/list/missing-rates.tsx';
import { formatNumber } from '../../format/number.ts';
import { useSaleTypes } from '../../session/sale-types.ts';
import { totalOf } from './add-sums.ts';
import { ReportRowsLink } from './report-rows-link.tsx';

interface WithoutRateRowsProps {
  report: ReportKey;
  /** The columns whose sums are shown; columns not in US dollars render nothing. */
  columns: readonly OfferedColumn[];
  /** All columns of the report; one of them filters the rows without a rate. */
  offeredColumns: readonly OfferedColumn[];
  sums: readonly CurrencySums[];
  /** The query of these sums and their conditions; without it, nothing is linked. */
  link?: { readonly state: ListState; readonly conditions: readonly Condition[] } | undefined;
}

/**
 * The number of records that the sums in US dollars omit because their country had no rate yet. Each number links to
 * those records.
 */
export function WithoutRateRows({ columns, sums, ...props }: WithoutRateRowsProps) {
  const omissions = columns.flatMap((column) => {
    const key = withoutRateKey(column.key);
    const count = key === undefined ? 0 : Number(totalOf(sums, key));
    return count > 0 ? [{ column, count }] : [];
  });
  return omissions.map(({ column, count }) => (
    <span key={column.key} className="ml-2 font-normal text-muted">
      {omissions.length > 1 && `${column.label}: `}
      <OmittedCount {...props} column={column.key} count={count} />
    </span>
  ));
}

/**
 * Suffix of previous-year columns. They get no link, because a list can only find their records by the date of the
 * current year.
 */
const LAST_YEAR_SUFFIX = '_last_year';

type OmittedCountProps = Omit<WithoutRateRowsProps, 'columns' | 'sums'> & { column: string; count: number };

function OmittedCount({ report, offeredColumns, link, column, count }: OmittedCountProps) {
  const { t } = useLingui();
  const saleTypes = useSaleTypes();
  const number = formatNumber(count);
  const countText = t`${number} without a rate`;
  if (!link || column.endsWith(LAST_YEAR_SUFFIX)) return countText;
  const { state, conditions } = link;
  if (report === 'overview-report') {
    const rows = state.search === '' ? recordRows(column, conditions, saleTypes) : undefined;
    return rows ? <MissingRates count={count} rows={rows} /> : countText;
  }
  const rateColumn = `${column.slice(0, column.indexOf('.'))}.${WITHOUT_RATE.column}`;
  // Staff may have removed the column from the report.
  if (!offeredColumns.some(({ key }) => key === rateColumn)) return countText;
  const rateConditions = [
    ...conditions.filter((condition) => condition.column !== rateColumn),
    { ...WITHOUT_RATE, column: rateColumn },
  ];
  return (
    <ReportRowsLink report={report} state={state} conditions={rateConditions}>
      {countText}
    </ReportRowsLink>
  );
}

/** Columns of the overview, mapped to columns of a list whose records each belong to one hotel. */
const LIST_COLUMNS: Readonly<Record<string, string>> = {
  'overview.hotel': 'hotel.name',
  'overview.region': 'hotel.country.region.name',
  'overview.membership': 'membership.name',
};

/**
 * The records behind a sum of the overview, whose rows are sums only. Undefined if their list lacks these conditions.
 */
function recordRows(
  column: string,
  conditions: readonly Condition[],
  saleTypes: readonly number[],
): RowSelection | undefined {
  const isSale = column === 'overview.sales_usd';
  const dateColumn = isSale ? 'transaction_date' : 'visit_date';
  const hasMonthLimit = conditions.some((condition) => condition.column === MONTH_COLUMN);
  const listConditions = conditions.flatMap((condition) => {
    const name = condition.column === MONTH_COLUMN ? dateColumn : LIST_COLUMNS[condition.column];
    return name === undefined ? [] : [{ ...condition, column: name }];
  });
  if (listConditions.length < conditions.length) return undefined;
  return {
    resource: isSale ? 'transaction' : 'visit',
    conditions: [
      ...listConditions,
      ...(hasMonthLimit ? [] : [{ column: dateColumn, operator: 'preset', value: 'this_year' } as const]),
      ...(isSale ? [includesCondition('transaction_type_id', saleTypes)] : []),
    ],
  };
}
