import type { ResourceDefinition } from '@innkeeper/contract';
import { useCallback, useMemo } from 'react';
import { DEFAULT_LAYOUT, adoptNamed, arrangeColumns } from '../../engine/list/column-layout.ts';
import { type AvailableColumn, availableColumns } from '../../engine/data/list-columns.ts';
import { useColumnLayout } from '../../engine/list/list-settings.ts';
import type { ColumnHandle } from '../../engine/list/use-columns.ts';
import type { ListStateHandle } from '../../engine/list/use-list-state.ts';
import type { ReportPage } from './report-query.ts';
import { columnsWithExclusions } from './row-without-rate.tsx';

/** Number of placeholder columns until the columns are known. */
const EXPECTED = 10;
const NONE: ReadonlySet<string> = new Set();

/**
 * The columns of a report, as named in the address or else as configured. The address stores the shown columns and
 * their order, because these determine the request; widths and pins are stored with the user. `response` is undefined
 * until the report has loaded.
 */
export function useReportColumns(
  d: ResourceDefinition,
  [{ columns: named }, change]: ListStateHandle,
  response: ReportPage | undefined,
): ColumnHandle {
  const [stored, setLayout] = useColumnLayout(d);
  const layout = useMemo(() => ({ ...DEFAULT_LAYOUT, pinned: stored.pinned, widths: stored.widths }), [stored]);
  const available = useMemo(() => availableOf(d, response), [d, response]);
  const arranged = useMemo(
    () => arrangeColumns(available, layout, { trash: false, named, without: NONE }),
    [available, layout, named],
  );
  const changeLayout = useCallback<ColumnHandle['change']>(
    (next) => {
      const changed = next(adoptNamed(layout, arranged), arranged);
      setLayout({ ...DEFAULT_LAYOUT, pinned: changed.pinned, widths: changed.widths });
      const shown = shownOf(arrangeColumns(available, changed, { trash: false, named: null, without: NONE }));
      const defaultColumns = shownOf(arrangeColumns(available, layout, { trash: false, named: null, without: NONE }));
      change({ columns: shown.join() === defaultColumns.join() ? null : shown });
    },
    [setLayout, available, layout, arranged, change],
  );
  return useMemo(
    () => ({ arranged, layout: named ? adoptNamed(layout, arranged) : layout, change: changeLayout }),
    [arranged, layout, named, changeLayout],
  );
}

const shownOf = (columns: ReturnType<typeof arrangeColumns>): readonly string[] =>
  columns.flatMap(({ column, isShown }) => (isShown ? [column] : []));

/** Pixels of a sum with the number of excluded records next to it. */
const WITH_COUNT = 220;

function availableOf(d: ResourceDefinition, response: ReportPage | undefined): readonly AvailableColumn[] {
  const all = availableColumns(d);
  if (!response) return all.map((column, at) => ({ ...column, shown: at < EXPECTED }));
  const withExclusions = columnsWithExclusions(response);
  return response.offered.flatMap(({ key, label, is_usual }) =>
    all
      .filter(({ column }) => column === key)
      .map((column) => ({
        ...column,
        label: { en: label, id: label },
        shown: is_usual === 1,
        width: withExclusions.includes(key) ? Math.max(column.width, WITH_COUNT) : column.width,
      })),
  );
}
