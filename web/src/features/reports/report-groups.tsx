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
import { rowsIn } from './add-sums.ts';
import { groupName } from './group-name.ts';
import { conditionsOf, rowsDisplay } from './report-display.ts';
import { type ReportPage, reportQuery } from './report-query.ts';
import { ByCurrency, Total, renderSum, hasSeveralCurrencies, isSummed } from './report-sums.tsx';
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
  readonly offered: readonly OfferedColumn[];
  readonly isOpen: (path: string) => boolean;
  readonly toggle: (path: string) => void;
}

const CELL = 'h-(--row) border-b border-border px-3 py-1 whitespace-nowrap';
const HEAD =
  'sticky top-0 z-10 h-9 border-b border-border bg-sunken px-3 text-left font-medium whitespace-nowrap text-muted';
const FIRST = 'sticky left-0 bg-inherit';
/** Rows shown inside an opened group; the rest are in a separate list. */
const INSIDE = 25;

/** The groups of a report with their sums. Each can be opened to show the groups of the second column, or its rows. */
export function ReportGroups({ report, state, columns, response, fallback }: ReportGroupsProps) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (fallback) return <div className="flex min-h-64 flex-1 flex-col justify-center">{fallback}</div>;
  const group = state[0].display['group']?.split(',') ?? [];
  const offered = response?.offered ?? [];
  const isSum = (column: string) => offered.some(({ key, is_sum }) => key === column && is_sum === 1);
  const groupContext: GroupContext = {
    report,
    state: state[0],
    // Sum columns come next to the groups, so that a phone shows them first.
    columns: columns
      .filter(({ column, isShown }) => isShown && !group.includes(column))
      .toSorted((a, b) => Number(isSum(b.column)) - Number(isSum(a.column))),
    offered,
    isOpen: (path) => opened.has(path),
    toggle: (path) =>
      setOpened(new Set(opened.has(path) ? [...opened].filter((one) => one !== path) : [...opened, path])),
  };
  const heading = group.map((key) => offered.find((one) => one.key === key)?.label ?? '').join(' › ');
  const paths = response?.rows.map((row) => pathOf('', row, group[0] ?? '')) ?? [];
  const areAll = paths.length > 0 && paths.every((path) => opened.has(path));
  return (
    <>
      <div className="min-h-0 flex-1 overflow-auto overscroll-x-contain [--row:2.375rem]">
        <table className="w-full border-separate border-spacing-0 text-sm">
          <thead>
            <tr>
              <th scope="col" className={`${HEAD} left-0 z-20`}>
                <span className="flex items-center justify-between gap-4">
                  {heading}
                  <button
                    type="button"
                    className="rounded-sm font-normal underline-offset-4 hover:text-text hover:underline print:hidden"
                    onClick={() => setOpened(new Set(areAll ? [] : paths))}
                  >
                    {areAll ? <Trans>Collapse all</Trans> : <Trans>Expand all</Trans>}
                  </button>
                </span>
              </th>
              <th scope="col" className={`${HEAD} text-right!`}>
                <Trans>Records</Trans>
              </th>
              {groupContext.columns.map(({ column, field }) => (
                <th key={column} scope="col" className={`${HEAD} ${isNumeric(field.kind) ? 'text-right!' : ''}`}>
                  {offered.find(({ key }) => key === column)?.label}
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
              <WaitingLines count={8} span={groupContext.columns.length + 2} />
            )}
          </tbody>
          {response && (
            <tfoot>
              {hasSeveralCurrencies(response.by_currency, groupContext.columns) &&
                response.by_currency.map((part) => (
                  <tr key={part.currency} className="bg-sunken">
                    <th scope="row" className={`${FIRST} h-7 px-3 text-left font-normal text-muted`}>
                      {part.currency ?? t`No currency`}
                    </th>
                    <td className="px-3 text-right tabular">{formatNumber(part.rows)}</td>
                    {groupContext.columns.map(({ column, field }) => (
                      <td key={column} className="px-3 text-right whitespace-nowrap tabular">
                        {Object.hasOwn(part.totals, column) && renderSum(field, column, part.currency, part.totals)}
                      </td>
                    ))}
                  </tr>
                ))}
              <tr className="bg-sunken font-semibold">
                <th scope="row" className={`${FIRST} h-9 px-3 text-left`}>
                  <Trans>Total of all rows</Trans>
                  <WithoutRateRows
                    {...{ report, offered }}
                    columns={offered}
                    sums={response.by_currency}
                    link={{ state: state[0], conditions: state[0].conditions }}
                  />
                </th>
                <td className="px-3 text-right tabular">{formatNumber(rowsIn(response.by_currency))}</td>
                {groupContext.columns.map(({ column, field }) => (
                  <td key={column} className="px-3 text-right whitespace-nowrap tabular">
                    {isSummed(response.by_currency, column) && (
                      <Total field={field} column={column} parts={response.by_currency} />
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

const pathOf = (above: string, row: ReportRow | Readonly<Record<string, unknown>>, key: string): string =>
  `${above}/${key}=${JSON.stringify(row[key] ?? null)}`;

interface LinesProps {
  groupContext: GroupContext;
  response: ReportPage;
  /** The remaining grouping columns at this depth. */
  group: readonly string[];
  conditions: readonly Condition[];
  path: string;
  depth?: number;
}

function GroupLines({ groupContext, response, group: [key = '', ...inner], conditions, path, depth = 0 }: LinesProps) {
  const { t } = useLingui();
  const { report, state, columns, offered } = groupContext;
  const column = offered.find((one) => one.key === key);
  if (!column) return null;
  return response.rows.map((record, at) => {
    const row = record as unknown as ReportRow; // values of a report's row, under the names of its columns
    const parts = response.rows_by_currency[at] ?? [];
    const own = conditionsOf(conditions, [column], row);
    const here = pathOf(path, row, key);
    const isOpen = groupContext.isOpen(here);
    const name = groupName(report, column, row[key] ?? null);
    const count = formatNumber(rowsIn(parts));
    return [
      <tr key={here} className="bg-surface hover:bg-hover">
        <th
          scope="row"
          className={`${CELL} ${FIRST} text-left font-medium`}
          style={{ paddingLeft: `${0.75 + depth * 1.25}rem` }}
        >
          <button
            type="button"
            aria-expanded={isOpen}
            disabled={!own}
            className="flex w-full items-center gap-1.5 rounded-sm text-left"
            onClick={() => groupContext.toggle(here)}
          >
            <ChevronRight
              size={15}
              aria-hidden="true"
              className={`shrink-0 text-muted transition-[rotate] ${isOpen ? 'rotate-90' : ''}`}
            />
            {name}
          </button>
        </th>
        <td className={`${CELL} text-right tabular`}>
          {own ? (
            <RowsLink report={report} state={state} conditions={own} label={t`${name}: rows`}>
              {count}
            </RowsLink>
          ) : (
            count
          )}
        </td>
        {columns.map(({ column: shown, field }) => (
          <td key={shown} className={`${CELL} text-right tabular`}>
            {field.kind !== 'integer' && hasSeveralCurrencies(parts, columns) ? (
              <ByCurrency field={field} column={shown} parts={parts} />
            ) : (
              isSummed(parts, shown) && <Total field={field} column={shown} parts={parts} />
            )}
            <WithoutRateRows
              {...{ report, offered }}
              columns={offered.filter((one) => one.key === shown)}
              sums={parts}
              link={own && { state, conditions: own }}
            />
          </td>
        ))}
      </tr>,
      isOpen && own && (
        <Inside
          key={`${here} inside`}
          groupContext={groupContext}
          group={inner}
          conditions={own}
          path={here}
          depth={depth + 1}
        />
      ),
    ];
  });
}

/** The content of a group, fetched when the group is opened. */
function Inside({
  groupContext,
  group,
  conditions,
  path,
  depth,
}: Omit<LinesProps, 'response' | 'depth'> & { depth: number }) {
  const { report, state, columns } = groupContext;
  const isRows = group.length === 0;
  const reportRequest: ListState = {
    ...state,
    conditions,
    page: 1,
    per_page: isRows ? INSIDE : 100,
    sort: isRows ? '' : state.sort,
    display: isRows ? rowsDisplay(report) : { group: group.join(',') },
  };
  const query = useQuery(reportQuery(report, reportRequest));
  const span = columns.length + 2;
  if (query.isError)
    return (
      <tr className="bg-surface">
        <td colSpan={span} className={`${CELL} text-danger-text`}>
          {query.error.message}{' '}
          <button type="button" className="underline" onClick={() => void query.refetch()}>
            <Trans>Try again</Trans>
          </button>
        </td>
      </tr>
    );
  if (!query.data || query.isPlaceholderData) return <WaitingLines count={3} span={span} />;
  const { rows, meta } = query.data;
  const total = formatNumber(meta.total);
  const indent = { paddingLeft: `${0.75 + depth * 1.25}rem` };
  return (
    <>
      {isRows ? (
        rows.map((record) => (
          <tr key={record.id} className="bg-surface text-muted hover:bg-hover">
            <td className={`${CELL} ${FIRST} text-faint tabular`} style={indent}>
              {formatNumber(record.id)}
            </td>
            <td className={CELL} />
            {columns.map(({ column, field }) => (
              <td
                key={column}
                className={`${CELL} ${isNumeric(field.kind) ? 'text-right tabular' : 'max-w-80 truncate'}`}
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
          <td colSpan={span} className={CELL} style={indent}>
            <RowsLink report={report} state={state} conditions={conditions} display={reportRequest.display}>
              {isRows
                ? plural(meta.total, { one: `Show ${total} row`, other: `Show all ${total} rows` })
                : plural(meta.total, { one: `Show ${total} group`, other: `Show all ${total} groups` })}
            </RowsLink>
          </td>
        </tr>
      )}
    </>
  );
}

const WaitingLines = ({ count, span }: { count: number; span: number }) =>
  Array.from({ length: count }, (_, at) => (
    <tr key={at} className="bg-surface">
      <td colSpan={span} className={CELL}>
        <Skeleton className="h-4 w-2/3" />
      </td>
    </tr>
  ));
