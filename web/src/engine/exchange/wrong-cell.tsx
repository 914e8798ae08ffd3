import {
  type ImportCheck,
  type ImportRefusal,
  importFields,
  numberShape,
  readTypedNumber,
  unmistakable,
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
import type { ImportHandle } from './import-work.ts';

export interface RefusedRowsProps {
  handle: ImportHandle;
  check: ImportCheck;
  corrections: Corrections;
}

interface CellProps extends RefusedRowsProps {
  refusal: ImportRefusal;
  field: string;
}

interface Cell {
  /** The text there now, and the text that the server last saw there. */
  readonly text: string;
  readonly was: string;
  /** The error, until the cell is typed over. */
  readonly reason: string | undefined;
  /** Other rows that were wrong in the same way and still are: one mistake often runs through a whole file. */
  readonly alike: readonly number[];
}

function readCell({ check, corrections, refusal, field }: CellProps): Cell {
  const textIn = ({ row, values }: ImportRefusal) => corrections[row]?.[field] ?? values[field] ?? '';
  const was = refusal.values[field] ?? '';
  const text = textIn(refusal);
  if (text === was) return { text, was, reason: refusal.errors[field]?.join(' '), alike: [] };
  const alike = check.errors.filter((other) => other.errors[field] && textIn(other) === was).map(({ row }) => row);
  return { text, was, reason: undefined, alike };
}

/** A wrong cell of the table. */
export function WrongCell(props: CellProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const id = useId();
  const { handle, refusal, field } = props;
  const cell = readCell(props);
  const name = importLabel(handle.definition, field, language);
  const row = refusal.row;
  return (
    <div className="flex min-w-44 flex-col gap-1">
      <CellInput
        {...props}
        text={cell.text}
        wiring={{
          'aria-label': t`${name}, row ${row}`,
          'aria-invalid': cell.reason ? true : undefined,
          'aria-describedby': id,
        }}
        className="h-(--control-small)!"
      >
        {cell.reason ? <FieldError id={id}>{cell.reason}</FieldError> : <Was id={id} was={cell.was} />}
      </CellInput>
      <Alike {...props} cell={cell} />
    </div>
  );
}

/** A wrong cell in the card of its row. */
export function WrongField(props: CellProps) {
  const language = useLanguage();
  const { handle, field } = props;
  const cell = readCell(props);
  const { reason } = cell;
  return (
    <div className="mt-3">
      <Field
        label={importLabel(handle.definition, field, language)}
        error={reason}
        hint={reason ? undefined : <Was was={cell.was} />}
      >
        {(wiring) => <CellInput {...props} text={cell.text} wiring={wiring} />}
      </Field>
      <Alike {...props} cell={cell} />
    </div>
  );
}

interface CellInputProps extends CellProps {
  text: string;
  wiring: ControlProps;
  className?: string;
  /** Stands between the input and the readings. */
  children?: ReactNode;
}

/** The text of a cell to type over; a number with two readings shows them, to choose from, unless it is being typed. */
function CellInput({ handle, refusal, field, text, wiring, className, children }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isTyped, setTyped] = useState(false);
  const correct = (next: string) => handle.correct([refusal.row], field, next);
  const values = isTyped ? undefined : readingsOf(handle, field, text);
  return (
    <>
      <TextInput
        {...wiring}
        ref={input}
        className={className}
        value={text}
        onValueChange={(next) => {
          setTyped(true);
          correct(next);
        }}
        onBlur={() => setTyped(false)}
      />
      {children}
      {values && (
        <NumberChoices
          values={values}
          onChoose={(value) => {
            correct(unmistakable(value));
            input.current?.focus();
          }}
        />
      )}
    </>
  );
}

/** The numbers that a text of a field may mean, where these are two. */
function readingsOf({ definition }: ImportHandle, field: string, text: string): readonly string[] | undefined {
  const f = importFields(definition)[field];
  const shape = f && numberShape(f);
  const read = shape && readTypedNumber(text, shape);
  return read?.kind === 'ambiguous' ? read.values : undefined;
}

function Was({ id, was }: { id?: string; was: string }) {
  return (
    <span id={id} className="block truncate text-xs text-muted">
      {was === '' ? <Trans>Was empty</Trans> : <Trans>Was “{was}”</Trans>}
    </span>
  );
}

/** Offers to say the same wherever the same was wrong. */
function Alike({ handle, field, cell: { text, alike } }: CellProps & { cell: Cell }) {
  if (alike.length === 0) return null;
  const count = formatNumber(alike.length);
  return (
    <Button
      variant="ghost"
      size="small"
      className="-ml-2.5 self-start text-accent-text!"
      onClick={() => handle.correct(alike, field, text)}
    >
      {plural(alike.length, { one: `The same in ${count} more row`, other: `The same in ${count} more rows` })}
    </Button>
  );
}
