import { type Field, relationName, targetKey } from '@innkeeper/contract';
import { Plural, Trans } from '@lingui/react/macro';
import { Suspense, lazy } from 'react';
import { isObject, nestedAt } from '../data/record.ts';
import { drawCell } from '../data/cells.tsx';
import type { FormValue, WireRecord } from './form-values.ts';
import { useChosen } from './inputs/use-chosen.ts';

const RichTextView = lazy(async () => ({ default: (await import('./rich-text-view.tsx')).RichTextView }));

export interface ValueViewProps {
  name: string;
  field: Field;
  value: FormValue;
  /** A record that may already hold the name of a referenced record, or the currency of an amount. */
  record?: WireRecord;
}

/** A value of a form in words. */
export function ValueView({ name, field, value, record }: ValueViewProps) {
  if (value === null || value === '') return <Nothing />;
  if (field.kind === 'reference' || field.kind === 'option') {
    return typeof value === 'number' ? (
      <ChosenName name={name} resource={targetKey(field)} id={value} record={record} />
    ) : (
      <Nothing />
    );
  }
  if (value instanceof File) return value.name;
  if (Array.isArray(value)) return <Plural value={value.length} one="# chosen" other="# chosen" />;
  if (field.kind === 'editor' && typeof value === 'string') {
    return (
      <Suspense>
        <RichTextView html={value} />
      </Suspense>
    );
  }
  const wire = field.kind === 'instant' && typeof value === 'string' ? utcOf(value) : value;
  return drawCell(field, { record: { ...record, [name]: wire }, column: name }) || <Nothing />;
}

export function Nothing() {
  return (
    <span className="inline-block text-faint">
      <Trans>empty</Trans>
    </span>
  );
}

function ChosenName({
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
  const chosen = useChosen(resource, id, isObject(record) ? nestedAt(record, relationName(name)) : null);
  if (!chosen) return `#${id}`;
  const { code, name: called } = chosen;
  // The code of an option is for programs.
  return code && called && resource !== 'option_detail' ? `${called} (${code})` : called || code;
}

/** The wire's instant of a local one; text that is none stays as it was typed. */
function utcOf(local: string): string {
  const moment = new Date(local.replace(' ', 'T'));
  return Number.isNaN(moment.getTime()) ? local : moment.toISOString();
}
