import {
  type Condition,
  type CurrencySums,
  type OfferedColumn,
  type ReportKey,
  type ReportRow,
} from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useState } from 'react';
import { renderCell, isNumeric } from '../../engine/data/cells.tsx';
import type { ListState } from '../../engine/data/list-state.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import type { ArrangedColumn } from '../../engine/list/column-layout.ts';
import { ListPagination } from '../../engine/list/list-pagination.tsx';
import type { ListStateHandle } from '../../engine/list/use-list-state.ts';
import { formatNumber } from '../../format/number.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, type TableColumn, TableRow, WideTableRow } from '../../ui/table.tsx';
import { countRows } from './add-sums.ts';
import { groupName } from './group-name.ts';
import { conditionsOf, rowsDisplay } from './report-display.ts';
import { type ReportPage, reportQuery } from './report-query.ts';
import { SumsByCurrency, TotalSum, hasSeveralCurrencies, hasSum } from './report-sums.tsx';
import { ReportRowsLink } from './report-rows-link.tsx';
import { WithoutRateRows } from './without-rate-rows.tsx';

interface ReportGroupsProps {
  report: ReportKey;
  state: ListStateHandle;
  columns: readonly ArrangedColumn[];
  response: ReportPage | undefined;
  /** Rendered instead of the groups. */
  fallback: ReactNode;
}

/** A row of the table: a group or a total with its sums, or a row inside an opened group. */
interface GroupLine {
  readonly name: ReactNode;
  readonly count: ReactNode;
  readonly sums: readonly CurrencySums[];
  /** The conditions of a group's rows; undefined if the address cannot express them. */
  readonly conditions?: readonly Condition[] | undefined;
  readonly kind: 'group' | 'total' | 'row';
  readonly record?: ResourceRecord;
}

/** The data needed to render any row of the table. */
interface GroupContext {
  readonly report: ReportKey;
  readonly state: ListState;
  readonly columns: readonly TableColumn<GroupLine>[];
  readonly offeredColumns: readonly OfferedColumn[];
  readonly isOpen: (path: string) => boolean;
  readonly toggle: (path: string) => void;
}

/** Rows shown inside an opened group; the rest are in a separate list. */
const MAX_INNER_ROWS = 25;

/** The groups of a report with their sums. Each can be opened to show the groups of the second column, or its rows. */
export function ReportGroups({ report, state: handle, columns, response, fallback }: ReportGroupsProps) {
  const { t } = useLingui();
  const [openPaths, setOpenPaths] = useState<ReadonlySet<string>>(new Set());
  if (fallback) return <div className="flex min-h-64 flex-1 flex-col justify-center">{fallback}</div>;
  const [state] = handle;
  const group = state.display['group']?.split(',') ?? [];
  const offeredColumns = response?.offered ?? [];
  const isSumColumn = (column: string) => offeredColumns.some(({ key, is_sum }) => key === column && is_sum === 1);
  // Sum columns come next to the groups, so that a phone shows them first.
  const valueColumns = columns
    .filter(({ column, isShown }) => isShown && !group.includes(column))
    .toSorted((a, b) => Number(isSumColumn(b.column)) - Number(isSumColumn(a.column)));
  const paths = response?.rows.map((row) => pathOf('', row, group[0] ?? '')) ?? [];
  const areAllOpen = paths.length > 0 && paths.every((path) => openPaths.has(path));
  const headingOf = (column: string) => offeredColumns.find(({ key }) => key === column)?.label ?? '';
  const tableColumns: readonly TableColumn<GroupLine>[] = [
    {
      key: 'name',
      heading: (
        <span className="flex items-center justify-between gap-4">
          {group.map(headingOf).join(' › ')}
          <button
            type="button"
            className="rounded-sm font-normal underline-offset-4 hover:text-text hover:underline print:hidden"
            onClick={() => setOpenPaths(new Set(areAllOpen ? [] : paths))}
          >
            {areAllOpen ? <Trans>Collapse all</Trans> : <Trans>Expand all</Trans>}
          </button>
        </span>
      ),
      className: 'whitespace-nowrap',
      cell: ({ name }) => name,
    },
    { key: 'records', heading: <Trans>Records</Trans>, isNumber: true, cell: ({ count }) => count },
    ...valueColumns.map((item) => ({
      key: item.column,
      heading: headingOf(item.column),
      isNumber: isNumeric(item.field.kind),
      className: 'max-w-80 truncate',
      cell: (line: GroupLine) => <GroupValue {...{ report, state, line, item, offeredColumns, valueColumns }} />,
    })),
  ];
  const groupContext: GroupContext = {
    report,
    state,
    columns: tableColumns,
    offeredColumns,
    isOpen: (path) => openPaths.has(path),
    toggle: (path) =>
      setOpenPaths(
        new Set(openPaths.has(path) ? [...openPaths].filter((item) => item !== path) : [...openPaths, path]),
      ),
  };
  return (
    <>
      <Table
        label={t`Groups`}
        className="min-h-0 flex-1"
        columns={tableColumns}
        rows={[]}
        rowKey={String}
        totals={
          response && createTotals(groupContext, response, hasSeveralCurrencies(response.by_currency, valueColumns))
        }
      >
        {response ? (
          <GroupLines {...{ groupContext, response, group }} conditions={state.conditions} path="" depth={0} />
        ) : (
          <SkeletonRows count={8} columnCount={tableColumns.length} />
        )}
      </Table>
      <ListPagination state={handle} meta={response?.meta} rows={response?.rows.length ?? 0} />
    </>
  );
}

/** The sums of all rows, after those of each currency if there are several. */
function createTotals(
  { report, state, offeredColumns }: GroupContext,
  { by_currency }: ReportPage,
  isByCurrency: boolean,
): readonly GroupLine[] {
  const total = {
    kind: 'total',
    name: (
      <>
        <Trans>Total of all rows</Trans>
        <WithoutRateRows
          {...{ report, offeredColumns }}
          columns={offeredColumns}
          sums={by_currency}
          link={{ state, conditions: state.conditions }}
        />
      </>
    ),
    count: formatNumber(countRows(by_currency)),
    sums: by_currency,
  } as const;
  if (!isByCurrency) return [total];
  const currencyTotals = by_currency.map((sums) => ({
    kind: 'total' as const,
    name: <span className="text-muted">{sums.currency ?? <Trans>No currency</Trans>}</span>,
    count: formatNumber(sums.rows),
    sums: [sums],
  }));
  return [...currencyTotals, total];
}

interface GroupValueProps extends Pick<GroupContext, 'report' | 'state' | 'offeredColumns'> {
  line: GroupLine;
  item: ArrangedColumn;
  valueColumns: readonly ArrangedColumn[];
}

function GroupValue({ report, state, offeredColumns, valueColumns, line, item: { field, column } }: GroupValueProps) {
  const { kind, sums, record, conditions } = line;
  if (record) return renderCell(field, { record, column });
  if (kind === 'total') return hasSum(sums, column) && <TotalSum field={field} column={column} sums={sums} />;
  return (
    <>
      {field.kind !== 'integer' && hasSeveralCurrencies(sums, valueColumns) ? (
        <SumsByCurrency field={field} column={column} sums={sums} />
      ) : (
        hasSum(sums, column) && <TotalSum field={field} column={column} sums={sums} />
      )}
      <WithoutRateRows
        {...{ report, offeredColumns, sums }}
        columns={offeredColumns.filter(({ key }) => key === column)}
        link={conditions && { state, conditions }}
      />
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
  depth: number;
}

function GroupLines({
  groupContext,
  response,
  group: [key = '', ...innerGroup],
  conditions,
  path,
  depth,
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
    const line: GroupLine = {
      kind: 'group',
      name: (
        <button
          type="button"
          aria-expanded={isOpen}
          disabled={!narrowedConditions}
          className="flex w-full items-center gap-1.5 rounded-sm text-left font-medium"
          style={indentOf(depth)}
          onClick={() => groupContext.toggle(groupPath)}
        >
          <ChevronRight size={15} className={`shrink-0 text-muted transition-[rotate] ${isOpen ? 'rotate-90' : ''}`} />
          {name}
        </button>
      ),
      count: narrowedConditions ? (
        <ReportRowsLink report={report} state={state} conditions={narrowedConditions} label={t`${name}: rows`}>
          {count}
        </ReportRowsLink>
      ) : (
        count
      ),
      sums,
      conditions: narrowedConditions,
    };
    return [
      <TableRow key={groupPath} columns={columns} row={line} />,
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

const indentOf = (depth: number) => ({ paddingLeft: `${depth * 1.25}rem` });

/** The content of a group, fetched when the group is opened. */
function GroupContent({ groupContext, group, conditions, path, depth }: Omit<GroupLinesProps, 'response'>) {
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
  if (query.isError)
    return (
      <WideTableRow columnCount={columns.length}>
        <span className="text-danger-text">
          {query.error.message}{' '}
          <button type="button" className="underline" onClick={() => void query.refetch()}>
            <Trans>Try again</Trans>
          </button>
        </span>
      </WideTableRow>
    );
  if (!query.data || query.isPlaceholderData) return <SkeletonRows count={3} columnCount={columns.length} />;
  const { rows, meta } = query.data;
  const total = formatNumber(meta.total);
  return (
    <>
      {showsRows ? (
        rows.map((record) => (
          <TableRow
            key={record.id}
            columns={columns}
            row={{
              kind: 'row',
              name: (
                <span className="block text-faint tabular" style={indentOf(depth)}>
                  {formatNumber(record.id)}
                </span>
              ),
              count: null,
              sums: [],
              record,
            }}
            className="bg-surface text-muted hover:bg-hover"
          />
        ))
      ) : (
        <GroupLines groupContext={groupContext} response={query.data} {...{ group, conditions, path, depth }} />
      )}
      {rows.length < meta.total && (
        <WideTableRow columnCount={columns.length}>
          <span style={indentOf(depth)}>
            <ReportRowsLink report={report} state={state} conditions={conditions} display={reportRequest.display}>
              {showsRows
                ? plural(meta.total, { one: `Show ${total} row`, other: `Show all ${total} rows` })
                : plural(meta.total, { one: `Show ${total} group`, other: `Show all ${total} groups` })}
            </ReportRowsLink>
          </span>
        </WideTableRow>
      )}
    </>
  );
}

const SkeletonRows = ({ count, columnCount }: { count: number; columnCount: number }) =>
  Array.from({ length: count }, (_, index) => (
    <WideTableRow key={index} columnCount={columnCount}>
      <Skeleton className="h-4 w-2/3" />
    </WideTableRow>
  ));
