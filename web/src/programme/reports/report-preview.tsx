import { type ReportKey, catalogueColumn, isReportKey, reportDefinition, reportPermission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { drawCell, isNumeric } from '../../engine/data/cells.tsx';
import { START } from '../../engine/data/list-state.ts';
import { FailedStrip, ListFailed } from '../../engine/list/list-failed.tsx';
import type { FieldOwner } from '../../engine/form/field-owner.ts';
import { textOf } from '../../engine/form/inputs/field-input.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useReportKey } from './catalogue-inputs.tsx';
import { rowsLook } from './report-look.ts';
import { reportQuery } from './report-query.ts';
import { openingConditions } from './use-report-state.ts';

const ROWS = 5;

/** The report of a form as its readers see it at first: its columns and the first rows of its usual period. */
export function ReportPreview({ form }: { form: FieldOwner }) {
  const key = useReportKey(form);
  if (!isReportKey(key) || !can(reportPermission(key))) return null;
  return <Preview key={key} report={key} owner={form} />;
}

function Preview({ report, owner }: { report: ReportKey; owner: FieldOwner }) {
  const { t } = useLingui();
  const label = useLabel();
  const typed = useTypedColumn(owner);
  const { data, error, isPending, refetch } = useQuery(
    reportQuery(report, { ...START, per_page: ROWS, look: rowsLook(report), conditions: openingConditions(report) }),
  );
  const d = reportDefinition(report);
  const name = label(d.label);
  const isThere = data?.columns.some(({ key }) => key === typed?.key) === true;
  const heads = [
    ...(data?.columns.map((one) => (one.key === typed?.key ? { ...one, ...typed } : one)) ?? []),
    ...(typed && !isThere ? [typed] : []),
  ];
  return (
    <section aria-label={t`Preview of ${name}`} className="flex min-w-0 flex-col gap-2">
      <h2 className="font-semibold">
        <Trans>Preview</Trans>
      </h2>
      <p className="text-sm text-muted">
        {typed && !isThere ? (
          <Trans>The marked column has values once it is saved and ticked.</Trans>
        ) : (
          <Trans>The first rows, as readers find this report at first.</Trans>
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
                    ref={key === typed?.key ? bringIntoSight : undefined}
                    scope="col"
                    style={{ textAlign: alignOf(align) }}
                    className={`h-9 border-b border-border px-3 font-medium whitespace-nowrap ${key === typed?.key ? 'bg-accent-soft text-accent-text' : 'bg-sunken text-muted'}`}
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
                        {field && drawCell(field, { record, column: key })}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {data?.rows.length === 0 && (
          <EmptyState title={<Trans>Nothing to report</Trans>}>
            <Trans>There are no rows in its usual period.</Trans>
          </EmptyState>
        )}
      </div>
    </section>
  );
}

/** The column that is typed into the form, by its heading; undefined where none is chosen. */
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

/** Scrolls the table aside, and not the page. */
function bringIntoSight(head: HTMLElement | null): void {
  const table = head?.closest('[role=group]');
  if (head && table) table.scrollLeft = head.offsetLeft + head.offsetWidth - table.clientWidth;
}

const alignOf = (align: string) => (align === 'center' || align === 'right' ? align : 'left');
