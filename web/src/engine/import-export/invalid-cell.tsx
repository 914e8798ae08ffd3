import {
  type ImportCheck,
  type ImportRejection,
  importFields,
  numberShape,
  parseNumberInput,
  toUnambiguousDecimal,
} from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useRef, useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import { type ControlProps, Field, FieldError } from '../../ui/field.tsx';
import { NumberChoices } from '../../ui/number-choices.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import type { Corrections } from './import-calls.ts';
import { importLabel } from './import-columns.ts';
import type { ImportHandle } from './import-state.ts';

export interface RejectedRowsProps {
  handle: ImportHandle;
  check: ImportCheck;
  corrections: Corrections;
}

interface CellProps extends RejectedRowsProps {
  rejection: ImportRejection;
  field: string;
}

interface Cell {
  /** The current text, and the text that the server checked last. */
  readonly text: string;
  readonly original: string;
  /** The error, until the cell is edited. */
  readonly reason: string | undefined;
  /** Other rows with the same text and error: one mistake often affects a whole file. */
  readonly similarRows: readonly number[];
}

function readCell({ check, corrections, rejection, field }: CellProps): Cell {
  const currentText = ({ row, values }: ImportRejection) => corrections[row]?.[field] ?? values[field] ?? '';
  const original = rejection.values[field] ?? '';
  const text = currentText(rejection);
  if (text === original) return { text, original, reason: rejection.errors[field]?.join(' '), similarRows: [] };
  const similarRows = check.errors
    .filter((otherRow) => otherRow.errors[field] && currentText(otherRow) === original)
    .map(({ row }) => row);
  return { text, original, reason: undefined, similarRows };
}

/** An invalid cell of the table. */
export function InvalidCell(props: CellProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const id = useId();
  const { handle, rejection, field } = props;
  const cell = readCell(props);
  const name = importLabel(handle.definition, field, language);
  const row = rejection.row;
  return (
    <div className="flex min-w-44 flex-col gap-1">
      <CellInput
        {...props}
        text={cell.text}
        controlProps={{
          'aria-label': t`${name}, row ${row}`,
          'aria-invalid': cell.reason ? true : undefined,
          'aria-describedby': id,
        }}
        className="h-(--control-small)!"
      >
        {cell.reason ? (
          <FieldError id={id}>{cell.reason}</FieldError>
        ) : (
          <OriginalText id={id} original={cell.original} />
        )}
      </CellInput>
      <ApplyToSimilar {...props} cell={cell} />
    </div>
  );
}

/** An invalid cell in the card of its row. */
export function InvalidField(props: CellProps) {
  const language = useLanguage();
  const { handle, field } = props;
  const cell = readCell(props);
  const { reason } = cell;
  return (
    <div className="mt-3">
      <Field
        label={importLabel(handle.definition, field, language)}
        error={reason}
        hint={reason ? undefined : <OriginalText original={cell.original} />}
      >
        {(controlProps) => <CellInput {...props} text={cell.text} controlProps={controlProps} />}
      </Field>
      <ApplyToSimilar {...props} cell={cell} />
    </div>
  );
}

interface CellInputProps extends CellProps {
  text: string;
  controlProps: ControlProps;
  className?: string;
  /** Shown between the input and the possible readings of a number. */
  children?: ReactNode;
}

/** An input for the text of a cell. For an ambiguous number it offers both readings, unless it is being edited. */
function CellInput({ handle, rejection, field, text, controlProps, className, children }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isEditing, setEditing] = useState(false);
  const correct = (next: string) => handle.correctCells([rejection.row], field, next);
  const values = isEditing ? undefined : numberReadings(handle, field, text);
  return (
    <>
      <TextInput
        {...controlProps}
        ref={input}
        className={className}
        value={text}
        onValueChange={(next) => {
          setEditing(true);
          correct(next);
        }}
        onBlur={() => setEditing(false)}
      />
      {children}
      {values && (
        <NumberChoices
          values={values}
          onChoose={(value) => {
            correct(toUnambiguousDecimal(value));
            input.current?.focus();
          }}
        />
      )}
    </>
  );
}

/** The possible readings of a number, if there are two. */
function numberReadings({ definition }: ImportHandle, field: string, text: string): readonly string[] | undefined {
  const fieldDefinition = importFields(definition)[field];
  const shape = fieldDefinition && numberShape(fieldDefinition);
  const parsed = shape && parseNumberInput(text, shape);
  return parsed?.kind === 'ambiguous' ? parsed.values : undefined;
}

function OriginalText({ id, original }: { id?: string; original: string }) {
  return (
    <span id={id} className="block truncate text-xs text-muted">
      {original === '' ? <Trans>Previously empty</Trans> : <Trans>Previously “{original}”</Trans>}
    </span>
  );
}

/** Offers the same correction for all rows with the same error. */
function ApplyToSimilar({ handle, field, cell: { text, similarRows } }: CellProps & { cell: Cell }) {
  if (similarRows.length === 0) return null;
  const count = formatNumber(similarRows.length);
  return (
    <Button
      variant="ghost"
      size="small"
      className="-ml-2.5 self-start text-accent-text!"
      onClick={() => handle.correctCells(similarRows, field, text)}
    >
      {plural(similarRows.length, { one: `The same in ${count} more row`, other: `The same in ${count} more rows` })}
    </Button>
  );
}
