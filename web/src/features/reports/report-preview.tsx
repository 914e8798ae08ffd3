import { type ReportKey, catalogueColumn, isReportKey, reportDefinition, reportPermission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { renderCell, isNumeric } from '../../engine/data/cells.tsx';
import { START } from '../../engine/data/list-state.ts';
import { FailedStrip, ListFailed } from '../../engine/list/list-failed.tsx';
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

const ROWS = 5;

/** Preview of the form's report as its readers first see it: its columns, and the first rows of its default period. */
export function ReportPreview({ form }: { form: FieldOwner }) {
  const key = useReportKey(form);
  if (!isReportKey(key) || !can(reportPermission(key))) return null;
  return <Preview key={key} report={key} owner={form} />;
}

function Preview({ report, owner }: { report: ReportKey; owner: FieldOwner }) {
  const { t } = useLingui();
  const label = useLabel();
  const editedColumn = useTypedColumn(owner);
  const { data, error, isPending, refetch } = useQuery(
    reportQuery(report, {
      ...START,
      per_page: ROWS,
      display: rowsDisplay(report),
      conditions: openingConditions(report),
    }),
  );
  const d = reportDefinition(report);
  const name = label(d.label);
  const isListed = data?.columns.some(({ key }) => key === editedColumn?.key) === true;
  const heads = [
    ...(data?.columns.map((one) => (one.key === editedColumn?.key ? { ...one, ...editedColumn } : one)) ?? []),
    ...(editedColumn && !isListed ? [editedColumn] : []),
  ];
  return (
    <section aria-label={t`Preview of ${name}`} className="flex min-w-0 flex-col gap-2">
      <h2 className="font-semibold">
        <Trans>Preview</Trans>
      </h2>
      <p className="text-sm text-muted">
        {editedColumn && !isListed ? (
          <Trans>Save and tick the marked column to see its values.</Trans>
        ) : (
          <Trans>First rows of the default view</Trans>
        )}
      </p>
      {error && data && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <div
        className="relative overflow-x-auto rounded-lg border border-border bg-surface"
        tabIndex={0}
        role="group"
        aria-label={name}
      >
        {isPending ? (
          <div className="flex flex-col gap-3 p-4">
            {Array.from({ length: ROWS }, (_, at) => (
              <Skeleton key={at} />
            ))}
          </div>
        ) : error && !data ? (
          <ListFailed error={error} onRetry={() => void refetch()} onClear={undefined} />
        ) : (
          <table className="w-full text-sm">
            <thead>
              <tr>
                {heads.map(({ key, label: head, align }) => (
                  <th
                    key={key}
                    ref={key === editedColumn?.key ? scrollToColumn : undefined}
                    scope="col"
                    style={{ textAlign: alignOf(align) }}
                    className={`h-9 border-b border-border px-3 font-medium whitespace-nowrap ${key === editedColumn?.key ? 'bg-accent-soft text-accent-text' : 'bg-sunken text-muted'}`}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data?.rows.map((record) => (
                <tr key={record.id}>
                  {heads.map(({ key, align }) => {
                    const field = d.fields[key];
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
function useTypedColumn({ form, definition }: FieldOwner) {
  const label = useLabel();
  const [table, column, heading, align] = useWatch({
    control: form.control,
    name: ['table_name', 'column_name', 'label', 'align'],
  });
  const known = catalogueColumn(textOf(table ?? null), textOf(column ?? null));
  if (definition.key !== 'report_column' || !known) return undefined;
  const key = `${textOf(table ?? null)}.${textOf(column ?? null)}`;
  return { key, label: textOf(heading ?? null) || label(known.label), align: textOf(align ?? null) };
}

/** Scrolls the table sideways without scrolling the page. */
function scrollToColumn(head: HTMLElement | null): void {
  const table = head?.closest('[role=group]');
  if (head && table) table.scrollLeft = head.offsetLeft + head.offsetWidth - table.clientWidth;
}

const alignOf = (align: string) => (align === 'center' || align === 'right' ? align : 'left');
