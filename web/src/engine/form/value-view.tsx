import { type Field, relationName, targetKey } from '@innkeeper/contract';
import { Plural, Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { isObject } from '../../ui/is-object.ts';
import { nestedAt } from '../data/record.ts';
import { renderCell } from '../data/cells.tsx';
import type { FormValue, WireRecord } from './form-values.ts';
import { useSelectedChoice } from './inputs/use-selected-choice.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

const RichTextView = lazyComponent(async () => (await import('./rich-text-view.tsx')).RichTextView);

export interface ValueViewProps {
  name: string;
  field: Field;
  value: FormValue;
  /** A record that may provide the name of a referenced record, or the currency of an amount. */
  record?: WireRecord;
}

/** A form value as text. */
export function ValueView({ name, field, value, record }: ValueViewProps) {
  if (value === null || value === '') return <EmptyValue />;
  if (field.kind === 'reference' || field.kind === 'option') {
    return typeof value === 'number' ? (
      <ChoiceName name={name} resource={targetKey(field)} id={value} record={record} />
    ) : (
      <EmptyValue />
    );
  }
  if (value instanceof File) return value.name;
  if (Array.isArray(value)) return <Plural value={value.length} one="# selected" other="# selected" />;
  if (field.kind === 'editor' && typeof value === 'string') {
    return (
      <Suspense>
        <RichTextView html={value} />
      </Suspense>
    );
  }
  const wireValue = field.kind === 'instant' && typeof value === 'string' ? toUtc(value) : value;
  return renderCell(field, { record: { ...record, [name]: wireValue }, column: name }) || <EmptyValue />;
}

export function EmptyValue() {
  return (
    <span className="inline-block text-faint">
      <Trans>–</Trans>
    </span>
  );
}

function ChoiceName({
  name,
  resource,
  id,
  record,
}: {
  name: string;
  resource: string;
  id: number;
  record?: WireRecord;
}) {
  const choice = useSelectedChoice(resource, id, isObject(record) ? nestedAt(record, relationName(name)) : null);
  if (!choice) return `#${id}`;
  const { code, name: displayName } = choice;
  // Option codes are internal: show the name only.
  return code && displayName && resource !== 'option_detail' ? `${displayName} (${code})` : displayName || code;
}

/** Converts local time to the API's UTC format; invalid text is returned unchanged. */
function toUtc(local: string): string {
  const date = new Date(local.replace(' ', 'T'));
  return Number.isNaN(date.getTime()) ? local : date.toISOString();
}
