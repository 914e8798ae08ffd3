import {
  type ReportKey,
  catalogueColumn,
  isReportKey,
  getReportDefinition,
  reportPermission,
} from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { renderCell, isNumeric } from '../../engine/data/cells.tsx';
import { INITIAL_LIST_STATE } from '../../engine/data/list-state.ts';
import { RefreshErrorStrip, ListFailed } from '../../engine/list/list-failed.tsx';
import type { FieldOwner } from '../../engine/form/field-owner.ts';
import { textOf } from '../../engine/form/inputs/field-input.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useReportKey } from './catalogue-inputs.tsx';
import { rowsDisplay } from './report-display.ts';
import { reportQuery } from './report-query.ts';
import { openingConditions } from './use-report-state.ts';

const ROW_COUNT = 5;

/** Preview of the form's report as its readers first see it: its columns, and the first rows of its default period. */
export function ReportPreview({ form }: { form: FieldOwner }) {
  const key = useReportKey(form);
  if (!isReportKey(key) || !can(reportPermission(key))) return null;
  return <Preview key={key} report={key} owner={form} />;
}

function Preview({ report, owner }: { report: ReportKey; owner: FieldOwner }) {
  const { t } = useLingui();
  const label = useLabel();
  const editedColumn = useEditedColumn(owner);
  const { data, error, isPending, refetch } = useQuery(
    reportQuery(report, {
      ...INITIAL_LIST_STATE,
      per_page: ROW_COUNT,
      display: rowsDisplay(report),
      conditions: openingConditions(report),
    }),
  );
  const definition = getReportDefinition(report);
  const name = label(definition.label);
  const isInReport = data?.columns.some(({ key }) => key === editedColumn?.key) === true;
  const columns = [
    ...(data?.columns.map((item) => (item.key === editedColumn?.key ? { ...item, ...editedColumn } : item)) ?? []),
    ...(editedColumn && !isInReport ? [editedColumn] : []),
  ];
  return (
    <section aria-label={t`Preview of ${name}`} className="flex min-w-0 flex-col gap-2">
      <h2 className="font-semibold">
        <Trans>Preview</Trans>
      </h2>
      <p className="text-sm text-muted">
        {editedColumn && !isInReport ? (
          <Trans>Save and tick the marked column to see its values.</Trans>
        ) : (
          <Trans>First rows of the default view</Trans>
        )}
      </p>
      {error && data && <RefreshErrorStrip error={error} onRetry={() => void refetch()} />}
      <div
        className="relative overflow-x-auto rounded-lg border border-border bg-surface"
        tabIndex={0}
        role="group"
        aria-label={name}
      >
        {isPending ? (
          <div className="flex flex-col gap-3 p-4">
            {Array.from({ length: ROW_COUNT }, (_, index) => (
              <Skeleton key={index} />
            ))}
          </div>
        ) : error && !data ? (
          <ListFailed error={error} onRetry={() => void refetch()} onClear={undefined} />
        ) : (
          <table className="w-full text-sm">
            <thead>
              <tr>
                {columns.map(({ key, label: heading, align }) => (
                  <th
                    key={key}
                    ref={key === editedColumn?.key ? scrollToColumn : undefined}
                    scope="col"
                    style={{ textAlign: alignOf(align) }}
                    className={`h-9 border-b border-border px-3 font-medium whitespace-nowrap ${key === editedColumn?.key ? 'bg-accent-soft text-accent-text' : 'bg-sunken text-muted'}`}
                  >
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data?.rows.map((record) => (
                <tr key={record.id}>
                  {columns.map(({ key, align }) => {
                    const field = definition.fields[key];
                    return (
                      <td
                        key={key}
                        style={{ textAlign: alignOf(align) }}
                        className={`h-9 border-b border-border px-3 whitespace-nowrap ${field && isNumeric(field.kind) ? 'tabular' : ''}`}
                      >
                        {field && renderCell(field, { record, column: key })}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {data?.rows.length === 0 && (
          <EmptyState title={<Trans>No data</Trans>}>
            <Trans>No rows in the default period</Trans>
          </EmptyState>
        )}
      </div>
    </section>
  );
}

/** The column being edited in the form, by its heading; undefined if none is selected. */
function useEditedColumn({ form, definition }: FieldOwner) {
  const label = useLabel();
  const [table, column, heading, align] = useWatch({
    control: form.control,
    name: ['table_name', 'column_name', 'label', 'align'],
  });
  const catalogueEntry = catalogueColumn(textOf(table ?? null), textOf(column ?? null));
  if (definition.key !== 'report_column' || !catalogueEntry) return undefined;
  const key = `${textOf(table ?? null)}.${textOf(column ?? null)}`;
  return { key, label: textOf(heading ?? null) || label(catalogueEntry.label), align: textOf(align ?? null) };
}

/** Scrolls the table sideways without scrolling the page. */
function scrollToColumn(headerCell: HTMLElement | null): void {
  const table = headerCell?.closest('[role=group]');
  if (headerCell && table) table.scrollLeft = headerCell.offsetLeft + headerCell.offsetWidth - table.clientWidth;
}

const alignOf = (align: string) => (align === 'center' || align === 'right' ? align : 'left');
