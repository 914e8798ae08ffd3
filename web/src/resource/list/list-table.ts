import type { ResourceDefinition } from '@innkeeper/contract';
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { type ResourceRecord, valueAt } from '../data/record.ts';
import type { ArrangedColumn } from './column-layout.ts';
import { type AvailableColumn, availableColumns } from './list-columns.ts';

/** Only the features that are used: each one costs on every row. Filters, order and pages are the server's. */
const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  columnMeta: metaHelper<AvailableColumn>(),
});
const helper = createColumnHelper<typeof features, ResourceRecord>();

/** The table of a list: its columns as the user arranged them, and the rows of the page. */
export function useListTable(
  d: ResourceDefinition,
  rows: readonly ResourceRecord[],
  arranged: readonly ArrangedColumn[],
) {
  const columns = useMemo(
    () =>
      helper.columns(
        availableColumns(d).map((c) =>
          helper.accessor((row) => valueAt(row, c.column), { id: c.column, size: c.width, meta: c }),
        ),
      ),
    [d],
  );
  const state = useMemo(
    () => ({
      columnOrder: arranged.map((c) => c.column),
      columnVisibility: {
        ...Object.fromEntries(availableColumns(d).map((c) => [c.column, false])),
        ...Object.fromEntries(arranged.map((c) => [c.column, c.isShown])),
      },
      columnPinning: { start: arranged.filter((c) => c.isPinned).map((c) => c.column), end: [] },
      columnSizing: Object.fromEntries(arranged.map((c) => [c.column, c.width])),
    }),
    [d, arranged],
  );
  return useTable({ features, columns, data: rows, state, getRowId: (row) => String(row.id) });
}

export type ListTable = ReturnType<typeof useListTable>;
export type ListTableRow = ReturnType<ListTable['getRowModel']>['rows'][number];
