import type { Field, ResourceDefinition } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { Radio, RadioGroup } from '../../ui/radio-group.tsx';
import { type ResourceRecord, displayName } from '../data/record.ts';
import type { FormValue, FormValues, WireRecord } from './form-values.ts';
import type { Merge } from './merge-changes.ts';
import { ValueView } from './value-view.tsx';

export interface Conflict {
  readonly definition: ResourceDefinition;
  /** The field values before both changes. */
  readonly base: FormValues;
  /** The record before both changes, for the names of its references. */
  readonly record: WireRecord | undefined;
  /** The record as saved by someone else. */
  readonly theirs: ResourceRecord;
  readonly merge: Merge;
}

type Side = 'theirs' | 'mine';

/** Shows two changes of one record side by side and asks which to keep. Resolves to undefined if dismissed. */
export const resolveConflict = (conflict: Conflict): Promise<FormValues | undefined> =>
  openDialog<FormValues>((close) => <ConflictDialog {...conflict} onClose={close} />, { alert: true, width: '52rem' });

function ConflictDialog({
  definition,
  base,
  record,
  theirs,
  merge,
  onClose,
}: Conflict & { onClose: (values?: FormValues) => void }) {
  const { t } = useLingui();
  const label = useLabel();
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const openCount = merge.conflicts.filter((name) => !sides[name]).length;
  const chooseAll = (side: Side) => setSides(Object.fromEntries(merge.conflicts.map((name) => [name, side])));
  const save = () => {
    const chosenValues = merge.conflicts.map((name) => [
      name,
      (sides[name] === 'theirs' ? merge.saved : merge.values)[name] ?? null,
    ]);
    onClose({ ...merge.values, ...Object.fromEntries(chosenValues) });
  };
  const savedBy = theirs.updated_by?.name ?? t`Someone else`;

  return (
    <DialogFrame
      title={<Trans>Someone else saved this record first</Trans>}
      description={
        <Trans>
          {savedBy} saved “{displayName(definition, theirs)}” on {formatDateTime(theirs.updated_at)}. Choose which
          values to keep.
        </Trans>
      }
      footer={
        <>
          <span role="status" className="mr-auto text-sm text-muted">
            {openCount > 0 && <Trans>{openCount} still to choose</Trans>}
          </span>
          <Button onClick={() => onClose()}>
            <Trans>Back to the form</Trans>
          </Button>
          <Button variant="primary" disabled={openCount > 0} onClick={save}>
            <Trans>Save this</Trans>
          </Button>
        </>
      }
    >
      {merge.conflicts.length > 1 && (
        <div className="mb-3 flex gap-2">
          <Button size="small" onClick={() => chooseAll('theirs')}>
            <Trans>Keep all theirs</Trans>
          </Button>
          <Button size="small" onClick={() => chooseAll('mine')}>
            <Trans>Keep all mine</Trans>
          </Button>
        </div>
      )}
      <div className="flex flex-col gap-4">
        {merge.conflicts.map((name, index) => {
          const field = definition.fields[name];
          return (
            field && (
              <ConflictField
                key={name}
                isFirst={index === 0}
                name={name}
                field={field}
                label={label(field.label)}
                savedBy={savedBy}
                base={{ value: base[name] ?? null, record }}
                theirs={{ value: merge.saved[name] ?? null, record: theirs }}
                mine={{ value: merge.values[name] ?? null, record: theirs }}
                side={sides[name]}
                onChoose={(side) => setSides({ ...sides, [name]: side })}
              />
            )
          );
        })}
      </div>
      {merge.theirs.length > 0 && (
        <p className="mt-4 text-sm text-muted">
          <Trans>
            Their changes in fields you did not edit are included:{' '}
            {merge.theirs.map((name) => label(definition.fields[name]?.label ?? { en: name, id: name })).join(', ')}.
          </Trans>
        </p>
      )}
    </DialogFrame>
  );
}

interface FieldVersion {
  readonly value: FormValue;
  readonly record: WireRecord | undefined;
}

interface ConflictFieldProps {
  /** Receives the focus when the dialog opens. */
  isFirst: boolean;
  name: string;
  field: Field;
  label: string;
  savedBy: string;
  base: FieldVersion;
  theirs: FieldVersion;
  mine: FieldVersion;
  side: Side | undefined;
  onChoose: (side: Side) => void;
}

function ConflictField({
  isFirst,
  name,
  field,
  label,
  savedBy,
  base,
  theirs,
  mine,
  side,
  onChoose,
}: ConflictFieldProps) {
  const renderVersion = ({ value, record }: FieldVersion) => (
    <ValueView name={name} field={field} value={value} record={record} />
  );
  const renderOption = (optionSide: Side, title: ReactNode, version: FieldVersion) => (
    <label
      className={classNames(
        'flex min-w-0 cursor-pointer flex-col gap-1 rounded-md border p-2.5',
        side === optionSide ? 'border-accent bg-accent-soft' : 'border-strong-border hover:bg-hover',
      )}
    >
      <span className="flex items-center gap-2 text-xs font-medium text-muted">
        <Radio
          checked={side === optionSide}
          onChoose={() => onChoose(optionSide)}
          data-first-focus={isFirst && optionSide === 'theirs' ? '' : undefined}
        />
        <span className="truncate">{title}</span>
      </span>
      <span className="break-words whitespace-pre-line">{renderVersion(version)}</span>
    </label>
  );
  return (
    <RadioGroup aria-label={label} className="@container">
      <p className="mb-1 font-medium">{label}</p>
      <div className="grid gap-2 @lg:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-1 rounded-md bg-sunken p-2.5 text-muted">
          <span className="flex min-h-4 items-center text-xs font-medium">
            <Trans>Before</Trans>
          </span>
          <span className="break-words whitespace-pre-line">{renderVersion(base)}</span>
        </div>
        {renderOption('theirs', <Trans>Theirs ({savedBy})</Trans>, theirs)}
        {renderOption('mine', <Trans>Mine</Trans>, mine)}
      </div>
    </RadioGroup>
  );
}
