import { type Field, type MergeSide, mergeFields, relationName } from '@innkeeper/contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLabel } from '../../../i18n/use-label.ts';
import { type ResourceRecord, nestedAt } from '../../../engine/data/record.ts';
import { EmptyValue } from '../../../engine/form/value-view.tsx';
import { renderCell } from '../../../engine/data/cells.tsx';
import type { ApiError } from '../../../session/api-error.ts';
import { fieldMessage } from '../../../session/form-error.ts';
import { FieldError } from '../../../ui/field.tsx';
import { Radio, RadioGroup } from '../../../ui/radio-group.tsx';
import { type MergeSides, differingFields } from './merge-calls.ts';

interface MergeFieldsProps {
  readonly retained: ResourceRecord;
  readonly absorbed: ResourceRecord;
  readonly sides: MergeSides;
  readonly errors: ApiError['errors'];
  readonly onSideChange: (name: string, side: MergeSide) => void;
}

/** Compares the two members field by field; where they differ, the user picks one value. */
export function MergeFields({ retained, absorbed, sides, errors, onSideChange }: MergeFieldsProps) {
  const differingNames = differingFields(retained, absorbed);
  const sameCount = Object.keys(mergeFields).length - differingNames.length;
  return (
    <div className="flex flex-col">
      {differingNames.map((name) => {
        const field = mergeFields[name];
        return (
          field && (
            <FieldChoice
              key={name}
              name={name}
              field={field}
              retained={retained}
              absorbed={absorbed}
              side={sides[name] ?? 'retained'}
              error={fieldMessage(errors, name)}
              onSideChange={(side) => onSideChange(name, side)}
            />
          )
        );
      })}
      <p className="px-4 py-3 text-sm text-muted">
        {differingNames.length === 0 ? (
          <Trans>All fields match.</Trans>
        ) : (
          <Plural
            value={sameCount}
            one="# other field is the same or empty."
            other="# other fields are the same or empty."
          />
        )}
      </p>
    </div>
  );
}

interface FieldChoiceProps {
  readonly name: string;
  readonly field: Field;
  readonly retained: ResourceRecord;
  readonly absorbed: ResourceRecord;
  readonly side: MergeSide;
  readonly error: string | undefined;
  readonly onSideChange: (side: MergeSide) => void;
}

function FieldChoice({ name, field, retained, absorbed, side, error, onSideChange }: FieldChoiceProps) {
  const label = useLabel();
  const { t } = useLingui();
  return (
    <div className="grid gap-x-4 gap-y-1.5 border-b border-border px-4 py-2.5 @max-sm:px-3 @xl:grid-cols-[9rem_minmax(0,1fr)] @xl:items-center">
      <span id={`merge-${name}`} className="text-sm font-medium text-muted">
        {label(field.label)}
      </span>
      <RadioGroup
        aria-labelledby={`merge-${name}`}
        aria-invalid={error ? true : undefined}
        className="grid grid-cols-2 gap-2"
      >
        <ValueChoice isSelected={side === 'retained'} onChoose={() => onSideChange('retained')} sourceLabel={t`kept`}>
          <FieldValue name={name} field={field} record={retained} />
        </ValueChoice>
        <ValueChoice isSelected={side === 'absorbed'} onChoose={() => onSideChange('absorbed')} sourceLabel={t`merged`}>
          <FieldValue name={name} field={field} record={absorbed} />
        </ValueChoice>
      </RadioGroup>
      {error && (
        <div className="@xl:col-start-2">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </div>
  );
}

interface ValueChoiceProps {
  readonly isSelected: boolean;
  readonly onChoose: () => void;
  readonly sourceLabel: string;
  readonly children: ReactNode;
}

/** One of two values; its whole area is the button. */
function ValueChoice({ isSelected, onChoose, sourceLabel, children }: ValueChoiceProps) {
  return (
    <label className="flex min-h-(--control) min-w-0 cursor-pointer items-center gap-2.5 rounded-md border border-border px-3 py-1.5 text-left text-muted select-none hover:bg-hover @max-sm:gap-1.5 @max-sm:px-2 has-checked:border-accent has-checked:bg-accent-soft has-checked:text-text forced-colors:has-checked:border-[Highlight]">
      <Radio checked={isSelected} onChoose={onChoose} />
      <span className="min-w-0 break-words whitespace-pre-line">
        {children}
        <span className="sr-only">, {sourceLabel}</span>
      </span>
    </label>
  );
}

function FieldValue({ name, field, record }: { name: string; field: Field; record: ResourceRecord }) {
  const value = record[name];
  if (value === null || value === undefined || value === '') return <EmptyValue />;
  // The code of an option is not meant for users.
  if (field.kind === 'option') return nestedAt(record, relationName(name))?.name ?? <EmptyValue />;
  return renderCell(field, { record, column: name }) || <EmptyValue />;
}
