import { type Condition, type OfferedColumn, type ReportKey, type ReportRow } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useState } from 'react';
import { renderCell, isNumeric } from '../../engine/data/cells.tsx';
import type { ListState } from '../../engine/data/list-state.ts';
import type { ArrangedColumn } from '../../engine/list/column-layout.ts';
import { ListPagination } from '../../engine/list/list-pagination.tsx';
import type { ListStateHandle } from '../../engine/list/use-list-state.ts';
import { formatNumber } from '../../format/number.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { countRows } from './add-sums.ts';
import { groupName } from './group-name.ts';
import { conditionsOf, rowsDisplay } from './report-display.ts';
import { type ReportPage, reportQuery } from './report-query.ts';
import { SumsByCurrency, TotalSum, renderSum, hasSeveralCurrencies, hasSum } from './report-sums.tsx';
import { RowsLink } from './rows-link.tsx';
import { WithoutRateRows } from './without-rate-rows.tsx';

interface ReportGroupsProps {
  report: ReportKey;
  state: ListStateHandle;
  columns: readonly ArrangedColumn[];
  response: ReportPage | undefined;
  /** Rendered instead of the groups. */
  fallback: ReactNode;
}

/** The data needed to render any row of the table. */
interface GroupContext {
  readonly report: ReportKey;
  readonly state: ListState;
  /** Columns besides the grouping columns. */
  readonly columns: readonly ArrangedColumn[];
  readonly offeredColumns: readonly OfferedColumn[];
  readonly isOpen: (path: string) => boolean;
  readonly toggle: (path: string) => void;
}

const CELL_CLASS = 'h-(--row) border-b border-border px-3 py-1 whitespace-nowrap';
const HEAD_CLASS =
  'sticky top-0 z-10 h-9 border-b border-border bg-sunken px-3 text-left font-medium whitespace-nowrap text-muted';
const FIRST_COLUMN_CLASS = 'sticky left-0 bg-inherit';
/** Rows shown inside an opened group; the rest are in a separate list. */
const MAX_INNER_ROWS = 25;

/** The groups of a report with their sums. Each can be opened to show the groups of the second column, or its rows. */
export function ReportGroups({ report, state, columns, response, fallback }: ReportGroupsProps) {
  const { t } = useLingui();
  const [openPaths, setOpenPaths] = useState<ReadonlySet<string>>(new Set());
  if (fallback) return <div className="flex min-h-64 flex-1 flex-col justify-center">{fallback}</div>;
  const group = state[0].display['group']?.split(',') ?? [];
  const offeredColumns = response?.offered ?? [];
  const isSumColumn = (column: string) => offeredColumns.some(({ key, is_sum }) => key === column && is_sum === 1);
  const groupContext: GroupContext = {
    report,
    state: state[0],
    // Sum columns come next to the groups, so that a phone shows them first.
    columns: columns
      .filter(({ column, isShown }) => isShown && !group.includes(column))
      .toSorted((a, b) => Number(isSumColumn(b.column)) - Number(isSumColumn(a.column))),
    offeredColumns,
    isOpen: (path) => openPaths.has(path),
    toggle: (path) =>
      setOpenPaths(
        new Set(openPaths.has(path) ? [...openPaths].filter((item) => item !== path) : [...openPaths, path]),
      ),
  };
  const heading = group.map((key) => offeredColumns.find((item) => item.key === key)?.label ?? '').join(' › ');
  const paths = response?.rows.map((row) => pathOf('', row, group[0] ?? '')) ?? [];
  const areAllOpen = paths.length > 0 && paths.every((path) => openPaths.has(path));
  return (
    <>
      <div className="min-h-0 flex-1 overflow-auto overscroll-x-contain [--row:2.375rem]">
        <table className="w-full border-separate border-spacing-0 text-sm">
          <thead>
            <tr>
              <th scope="col" className={`${HEAD_CLASS} left-0 z-20`}>
                <span className="flex items-center justify-between gap-4">
                  {heading}
                  <button
                    type="button"
                    className="rounded-sm font-normal underline-offset-4 hover:text-text hover:underline print:hidden"
                    onClick={() => setOpenPaths(new Set(areAllOpen ? [] : paths))}
                  >
                    {areAllOpen ? <Trans>Collapse all</Trans> : <Trans>Expand all</Trans>}
                  </button>
                </span>
              </th>
              <th scope="col" className={`${HEAD_CLASS} text-right!`}>
                <Trans>Records</Trans>
              </th>
              {groupContext.columns.map(({ column, field }) => (
                <th key={column} scope="col" className={`${HEAD_CLASS} ${isNumeric(field.kind) ? 'text-right!' : ''}`}>
                  {offeredColumns.find(({ key }) => key === column)?.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {response ? (
              <GroupLines
                groupContext={groupContext}
                response={response}
                group={group}
                conditions={state[0].conditions}
                path=""
              />
            ) : (
              <SkeletonRows count={8} columnSpan={groupContext.columns.length + 2} />
            )}
          </tbody>
          {response && (
            <tfoot>
              {hasSeveralCurrencies(response.by_currency, groupContext.columns) &&
                response.by_currency.map((currencySums) => (
                  <tr key={currencySums.currency} className="bg-sunken">
                    <th scope="row" className={`${FIRST_COLUMN_CLASS} h-7 px-3 text-left font-normal text-muted`}>
                      {currencySums.currency ?? t`No currency`}
                    </th>
                    <td className="px-3 text-right tabular">{formatNumber(currencySums.rows)}</td>
                    {groupContext.columns.map(({ column, field }) => (
                      <td key={column} className="px-3 text-right whitespace-nowrap tabular">
                        {Object.hasOwn(currencySums.totals, column) &&
                          renderSum(field, column, currencySums.currency, currencySums.totals)}
                      </td>
                    ))}
                  </tr>
                ))}
              <tr className="bg-sunken font-semibold">
                <th scope="row" className={`${FIRST_COLUMN_CLASS} h-9 px-3 text-left`}>
                  <Trans>Total of all rows</Trans>
                  <WithoutRateRows
                    {...{ report, offeredColumns }}
                    columns={offeredColumns}
                    sums={response.by_currency}
                    link={{ state: state[0], conditions: state[0].conditions }}
                  />
                </th>
                <td className="px-3 text-right tabular">{formatNumber(countRows(response.by_currency))}</td>
                {groupContext.columns.map(({ column, field }) => (
                  <td key={column} className="px-3 text-right whitespace-nowrap tabular">
                    {hasSum(response.by_currency, column) && (
                      <TotalSum field={field} column={column} sums={response.by_currency} />
                    )}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      <ListPagination state={state} meta={response?.meta} rows={response?.rows.length ?? 0} />
    </>
  );
}

const pathOf = (parentPath: string, row: ReportRow | Readonly<Record<string, unknown>>, key: string): string =>
  `${parentPath}/${key}=${JSON.stringify(row[key] ?? null)}`;

interface GroupLinesProps {
  groupContext: GroupContext;
  response: ReportPage;
  /** The remaining grouping columns at this depth. */
  group: readonly string[];
  conditions: readonly Condition[];
  path: string;
  depth?: number;
}

function GroupLines({
  groupContext,
  response,
  group: [key = '', ...innerGroup],
  conditions,
  path,
  depth = 0,
}: GroupLinesProps) {
  const { t } = useLingui();
  const { report, state, columns, offeredColumns } = groupContext;
  const column = offeredColumns.find((item) => item.key === key);
  if (!column) return null;
  return response.rows.map((record, index) => {
    const row = record as unknown as ReportRow; // report rows are typed as records
    const sums = response.rows_by_currency[index] ?? [];
    const narrowedConditions = conditionsOf(conditions, [column], row);
    const groupPath = pathOf(path, row, key);
    const isOpen = groupContext.isOpen(groupPath);
    const name = groupName(report, column, row[key] ?? null);
    const count = formatNumber(countRows(sums));
    return [
      <tr key={groupPath} className="bg-surface hover:bg-hover">
        <th
          scope="row"
          className={`${CELL_CLASS} ${FIRST_COLUMN_CLASS} text-left font-medium`}
          style={{ paddingLeft: `${0.75 + depth * 1.25}rem` }}
        >
          <button
            type="button"
            aria-expanded={isOpen}
            disabled={!narrowedConditions}
            className="flex w-full items-center gap-1.5 rounded-sm text-left"
            onClick={() => groupContext.toggle(groupPath)}
          >
            <ChevronRight
              size={15}
              aria-hidden="true"
              className={`shrink-0 text-muted transition-[rotate] ${isOpen ? 'rotate-90' : ''}`}
            />
            {name}
          </button>
        </th>
        <td className={`${CELL_CLASS} text-right tabular`}>
          {narrowedConditions ? (
            <RowsLink report={report} state={state} conditions={narrowedConditions} label={t`${name}: rows`}>
              {count}
            </RowsLink>
          ) : (
            count
          )}
        </td>
        {columns.map(({ column: columnKey, field }) => (
          <td key={columnKey} className={`${CELL_CLASS} text-right tabular`}>
            {field.kind !== 'integer' && hasSeveralCurrencies(sums, columns) ? (
              <SumsByCurrency field={field} column={columnKey} sums={sums} />
            ) : (
              hasSum(sums, columnKey) && <TotalSum field={field} column={columnKey} sums={sums} />
            )}
            <WithoutRateRows
              {...{ report, offeredColumns }}
              columns={offeredColumns.filter((item) => item.key === columnKey)}
              sums={sums}
              link={narrowedConditions && { state, conditions: narrowedConditions }}
            />
          </td>
        ))}
      </tr>,
      isOpen && narrowedConditions && (
        <GroupContent
          key={`${groupPath} inside`}
          groupContext={groupContext}
          group={innerGroup}
          conditions={narrowedConditions}
          path={groupPath}
          depth={depth + 1}
        />
      ),
    ];
  });
}

/** The content of a group, fetched when the group is opened. */
function GroupContent({
  groupContext,
  group,
  conditions,
  path,
  depth,
}: Omit<GroupLinesProps, 'response' | 'depth'> & { depth: number }) {
  const { report, state, columns } = groupContext;
  const showsRows = group.length === 0;
  const reportRequest: ListState = {
    ...state,
    conditions,
    page: 1,
    per_page: showsRows ? MAX_INNER_ROWS : 100,
    sort: showsRows ? '' : state.sort,
    display: showsRows ? rowsDisplay(report) : { group: group.join(',') },
  };
  const query = useQuery(reportQuery(report, reportRequest));
  const columnSpan = columns.length + 2;
  if (query.isError)
    return (
      <tr className="bg-surface">
        <td colSpan={columnSpan} className={`${CELL_CLASS} text-danger-text`}>
          {query.error.message}{' '}
          <button type="button" className="underline" onClick={() => void query.refetch()}>
            <Trans>Try again</Trans>
          </button>
        </td>
      </tr>
    );
  if (!query.data || query.isPlaceholderData) return <SkeletonRows count={3} columnSpan={columnSpan} />;
  const { rows, meta } = query.data;
  const total = formatNumber(meta.total);
  const indentStyle = { paddingLeft: `${0.75 + depth * 1.25}rem` };
  return (
    <>
      {showsRows ? (
        rows.map((record) => (
          <tr key={record.id} className="bg-surface text-muted hover:bg-hover">
            <td className={`${CELL_CLASS} ${FIRST_COLUMN_CLASS} text-faint tabular`} style={indentStyle}>
              {formatNumber(record.id)}
            </td>
            <td className={CELL_CLASS} />
            {columns.map(({ column, field }) => (
              <td
                key={column}
                className={`${CELL_CLASS} ${isNumeric(field.kind) ? 'text-right tabular' : 'max-w-80 truncate'}`}
              >
                {renderCell(field, { record, column })}
              </td>
            ))}
          </tr>
        ))
      ) : (
        <GroupLines groupContext={groupContext} response={query.data} {...{ group, conditions, path, depth }} />
      )}
      {rows.length < meta.total && (
        <tr className="bg-surface">
          <td colSpan={columnSpan} className={CELL_CLASS} style={indentStyle}>
            <RowsLink report={report} state={state} conditions={conditions} display={reportRequest.display}>
              {showsRows
                ? plural(meta.total, { one: `Show ${total} row`, other: `Show all ${total} rows` })
                : plural(meta.total, { one: `Show ${total} group`, other: `Show all ${total} groups` })}
            </RowsLink>
          </td>
        </tr>
      )}
    </>
  );
}

const SkeletonRows = ({ count, columnSpan }: { count: number; columnSpan: number }) =>
  Array.from({ length: count }, (_, index) => (
    <tr key={index} className="bg-surface">
      <td colSpan={columnSpan} className={CELL_CLASS}>
        <Skeleton className="h-4 w-2/3" />
      </td>
    </tr>
  ));
