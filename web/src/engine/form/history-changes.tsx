import type { Field, HistoryEntry, ResourceDefinition } from '@innkeeper/contract';
import { Plural, Trans } from '@lingui/react/macro';
import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ReactNode } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import type { ResourceRecord } from '../data/record.ts';
import { renderCell } from '../data/cells.tsx';
import { ListDifference } from './list-difference.tsx';
import { EmptyValue } from './value-view.tsx';

interface HistoryChangesProps {
  definition: ResourceDefinition;
  /** The current record. */
  record: ResourceRecord;
  entry: HistoryEntry;
}

/** The fields of an entry with their values before and after. A new record's values are collapsed at first. */
export function HistoryChanges({ definition, record, entry }: HistoryChangesProps) {
  const isDeletionChange = entry.action === 'delete' || entry.action === 'restore';
  const changes = Object.entries(definition.fields).flatMap(([name, field]) => {
    const change = entry.changes[name];
    // Of the fields that a delete or restore sets, only the reason of a deletion is shown.
    return change && (!isDeletionChange || name === definition.deleteReason)
      ? [{ name, field, before: change[0], after: change[1], labels: entry.labels[name] ?? [null, null] }]
      : [];
  });
  if (changes.length === 0) return null;
  const isNew = entry.action === 'create';
  const list = (
    <dl className="mt-1.5 flex flex-col divide-y divide-border rounded-md border border-border bg-surface">
      {changes.map(({ name, field, before, after, labels }) => (
        <Change
          key={name}
          field={field}
          before={
            isNew ? undefined : (
              <HistoryValue name={name} field={field} record={record} value={before} label={labels[0]} />
            )
          }
          after={<HistoryValue name={name} field={field} record={record} value={after} label={labels[1]} />}
          difference={
            !isNew && field.kind === 'references' && Array.isArray(before) && Array.isArray(after) ? (
              <ListDifference resource={field.to} before={before} after={after} />
            ) : undefined
          }
        />
      ))}
    </dl>
  );
  if (!isNew) return list;
  return (
    <details className="mt-0.5">
      <summary className="inline-flex items-center rounded-sm text-sm text-accent-text hover:underline">
        <Plural value={changes.length} one="Show # value" other="Show # values" />
      </summary>
      {list}
    </details>
  );
}

interface ChangeProps {
  field: Field;
  /** Undefined for a new record. */
  before: ReactNode | undefined;
  after: ReactNode;
  /** Replaces before and after. */
  difference?: ReactNode;
}

function Change({ field, before, after, difference }: ChangeProps) {
  const label = useLabel();
  return (
    <div className="grid gap-x-4 gap-y-0.5 px-3 py-1.5 @lg:grid-cols-[10rem_1fr]">
      <dt className="text-sm text-muted">{label(field.label)}</dt>
      <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 break-words whitespace-pre-line tabular">
        {difference ?? (
          <>
            {before !== undefined && (
              <>
                <span className="sr-only">
                  <Trans>was</Trans>
                </span>
                <span className="min-w-0 text-muted line-through decoration-muted/60">{before}</span>
                <ArrowRight size={13} className="shrink-0 self-center text-faint" />
                <span className="sr-only">
                  <Trans>is now</Trans>
                </span>
              </>
            )}
            <span className="min-w-0 font-medium">{after}</span>
          </>
        )}
      </dd>
    </div>
  );
}

function HistoryValue({
  name,
  field,
  record,
  value,
  label,
}: {
  name: string;
  field: Field;
  record: ResourceRecord;
  value: unknown;
  label: string | null;
}) {
  if (value === null || value === undefined || value === '') return <EmptyValue />;
  // The log masks secrets, so only the fact that one was set is known.
  if (field.kind === 'secret') return '••••••••';
  if (field.kind === 'reference' || field.kind === 'option') return label ?? `#${Number(value)}`;
  return renderCell(field, { record: { ...record, [name]: value }, column: name }) || <EmptyValue />;
}
