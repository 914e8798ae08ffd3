import type { ResourceDefinition } from '@innkeeper/contract';
import { useCallback, useMemo } from 'react';
import { DEFAULT_LAYOUT, adoptUrlColumns, arrangeColumns } from '../../engine/list/column-layout.ts';
import { type AvailableColumn, availableColumns } from '../../engine/data/list-columns.ts';
import { useColumnLayout } from '../../engine/list/list-settings.ts';
import type { ColumnHandle } from '../../engine/list/use-columns.ts';
import type { ListStateHandle } from '../../engine/list/use-list-state.ts';
import type { ReportPage } from './report-query.ts';
import { columnsWithExclusions } from './row-without-rate.tsx';

/** Number of placeholder columns until the columns are known. */
const PLACEHOLDER_COUNT = 10;
const NO_COLUMNS: ReadonlySet<string> = new Set();

/**
 * The columns of a report, as named in the address or else as configured. The address stores the shown columns and
 * their order, because these determine the request; widths and pins are stored with the user. `response` is undefined
 * until the report has loaded.
 */
export function useReportColumns(
  definition: ResourceDefinition,
  [{ columns: namedColumns }, change]: ListStateHandle,
  response: ReportPage | undefined,
): ColumnHandle {
  const [storedLayout, setLayout] = useColumnLayout(definition);
  const layout = useMemo(
    () => ({ ...DEFAULT_LAYOUT, pinned: storedLayout.pinned, widths: storedLayout.widths }),
    [storedLayout],
  );
  const available = useMemo(() => createAvailableColumns(definition, response), [definition, response]);
  const arranged = useMemo(
    () => arrangeColumns(available, layout, { trash: false, named: namedColumns, hiddenColumns: NO_COLUMNS }),
    [available, layout, namedColumns],
  );
  const changeLayout = useCallback<ColumnHandle['change']>(
    (update) => {
      const changedLayout = update(adoptUrlColumns(layout, arranged), arranged);
      setLayout({ ...DEFAULT_LAYOUT, pinned: changedLayout.pinned, widths: changedLayout.widths });
      const visibleColumns = visibleColumnsOf(
        arrangeColumns(available, changedLayout, { trash: false, named: null, hiddenColumns: NO_COLUMNS }),
      );
      const defaultColumns = visibleColumnsOf(
        arrangeColumns(available, layout, { trash: false, named: null, hiddenColumns: NO_COLUMNS }),
      );
      change({ columns: visibleColumns.join() === defaultColumns.join() ? null : visibleColumns });
    },
    [setLayout, available, layout, arranged, change],
  );
  return useMemo(
    () => ({ arranged, layout: namedColumns ? adoptUrlColumns(layout, arranged) : layout, change: changeLayout }),
    [arranged, layout, namedColumns, changeLayout],
  );
}

const visibleColumnsOf = (columns: ReturnType<typeof arrangeColumns>): readonly string[] =>
  columns.flatMap(({ column, isShown }) => (isShown ? [column] : []));

/** Minimum width in pixels of a column that shows the number of excluded records next to a sum. */
const MIN_WIDTH_WITH_COUNT = 220;

function createAvailableColumns(
  definition: ResourceDefinition,
  response: ReportPage | undefined,
): readonly AvailableColumn[] {
  const allColumns = availableColumns(definition);
  if (!response) return allColumns.map((column, index) => ({ ...column, shown: index < PLACEHOLDER_COUNT }));
  const withExclusions = columnsWithExclusions(response);
  return response.offered.flatMap(({ key, label, is_usual }) =>
    allColumns
      .filter(({ column }) => column === key)
      .map((column) => ({
        ...column,
        label: { en: label, id: label },
        shown: is_usual === 1,
        width: withExclusions.includes(key) ? Math.max(column.width, MIN_WIDTH_WITH_COUNT) : column.width,
      })),
  );
}
