import { type ImportCheck, type ImportRefusal, type ResourceDefinition, importFields } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import { usePhone } from '../list/use-phone.ts';
import { importLabel } from './import-columns.ts';
import type { Corrections } from './import-calls.ts';
import type { ImportHandle } from './import-work.ts';

interface RefusedRowsProps {
  handle: ImportHandle;
  check: ImportCheck;
  corrections: Corrections;
}

/** More at a time would be slow to draw, and nobody mends them in one go. */
const AT_ONCE = 50;

/** The rows that cannot be written: what is wrong in them is typed over, what is right stands beside it. */
export function RefusedRows({ handle, check, corrections }: RefusedRowsProps) {
  const phone = usePhone();
  const [shown, setShown] = useState(AT_ONCE);
  const place = useRef<HTMLDivElement>(null);
  const rows = check.errors.slice(0, shown);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const cells = [...(place.current?.querySelectorAll('input') ?? [])];
    cells[cells.indexOf(event.target) + 1]?.focus();
  };
  const parts = { handle, check, corrections, rows };
  return (
    <div ref={place} onKeyDown={onKeyDown} className="mt-3">
      {phone ? <Cards {...parts} /> : <Table {...parts} />}
      {shown < check.errors.length && (
        <div className="mt-3 flex justify-center">
          <Button onClick={() => setShown(shown + AT_ONCE)}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

interface PartProps extends RefusedRowsProps {
  rows: readonly ImportRefusal[];
}

/** What is wrong in a row, by the fields that a file can feed; the rest is about the row as a whole. */
const wrongFields = (d: ResourceDefinition, { errors }: ImportRefusal): readonly string[] =>
  Object.keys(errors).filter((name) => Object.hasOwn(importFields(d), name));

function rowReasons(d: ResourceDefinition, refusal: ImportRefusal): string {
  const wrong = new Set(wrongFields(d, refusal));
  return Object.entries(refusal.errors)
    .flatMap(([name, texts]) => (wrong.has(name) ? [] : texts))
    .join(' ');
}

function Table({ handle, check, corrections, rows }: PartProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { definition: d } = handle;
  const mapped = check.columns.flatMap(({ field }) => (field === null ? [] : [field]));
  // Wrong columns stand first, after what tells whose row it is, so that nobody has to look for them at the far right.
  const wrong = new Set(check.errors.flatMap((refusal) => wrongFields(d, refusal)));
  const names = d.display.name.filter((name) => mapped.includes(name) && !wrong.has(name));
  const inOrder = Object.keys(importFields(d)).filter((name) => wrong.has(name));
  const fields = [...new Set([...names, ...inOrder, ...mapped])];
  return (
    <div
      role="region"
      aria-label={t`Refused rows`}
      tabIndex={0}
      className="scrollbar-slim overflow-x-auto rounded-md border border-border"
    >
      <table className="w-max min-w-full border-collapse text-left">
        <thead className="bg-sunken text-sm text-muted">
          <tr>
            <th scope="col" className="sticky left-0 z-1 border-r border-border bg-sunken px-3 py-2 font-medium">
              <Trans>Row</Trans>
            </th>
            {fields.map((name) => (
              <th key={name} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                {importLabel(d, name, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((refusal) => (
            <tr key={refusal.row} className="border-t border-border align-top">
              <th scope="row" className="sticky left-0 z-1 border-r border-border bg-surface px-3 py-2.5 font-normal">
                <span className="text-muted tabular">{refusal.row}</span>
                {rowReasons(d, refusal) && (
                  <span className="mt-0.5 block w-44 text-sm text-danger-text">{rowReasons(d, refusal)}</span>
                )}
              </th>
              {fields.map((name) => (
                <td key={name} className="max-w-72 px-3 py-1.5">
                  {refusal.errors[name] ? (
                    <WrongCell handle={handle} check={check} refusal={refusal} field={name} corrections={corrections} />
                  ) : (
                    <span className="block max-w-60 truncate py-1" title={refusal.values[name]}>
                      {refusal.values[name]}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps extends RefusedRowsProps {
  refusal: ImportRefusal;
  field: string;
}

interface Cell {
  /** What stands there now, and what the server last saw there. */
  readonly text: string;
  readonly was: string;
  /** What is said of it until it is typed over. */
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

function WrongCell(props: CellProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const id = useId();
  const { handle, refusal, field } = props;
  const cell = readCell(props);
  const { text, reason } = cell;
  const name = importLabel(handle.definition, field, language);
  const row = refusal.row;
  return (
    <div className="flex min-w-44 flex-col gap-1">
      <TextInput
        aria-label={t`${name}, row ${row}`}
        aria-invalid={reason ? true : undefined}
        aria-describedby={id}
        className="h-(--control-small)!"
        value={text}
        onValueChange={(next) => handle.correct([row], field, next)}
      />
      {reason ? <FieldError id={id}>{reason}</FieldError> : <Was id={id} was={cell.was} />}
      <Alike {...props} cell={cell} />
    </div>
  );
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

/** On a phone each row is a card with what is wrong in it alone. */
function Cards({ handle, check, corrections, rows }: PartProps) {
  const { definition: d } = handle;
  return (
    <ul className="flex flex-col gap-3">
      {rows.map((refusal) => {
        const { row } = refusal;
        const name = d.display.name
          .map((field) => refusal.values[field] ?? '')
          .join(' ')
          .trim();
        return (
          <li key={row} className="rounded-md border border-border px-3.5 py-3">
            <p className="flex gap-2">
              <span className="text-muted tabular">
                <Trans>Row {row}</Trans>
              </span>
              <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
            </p>
            {rowReasons(d, refusal) && <p className="mt-1 text-sm text-danger-text">{rowReasons(d, refusal)}</p>}
            {wrongFields(d, refusal).map((field) => (
              <WrongField
                key={field}
                handle={handle}
                check={check}
                refusal={refusal}
                field={field}
                corrections={corrections}
              />
            ))}
          </li>
        );
      })}
    </ul>
  );
}

function WrongField(props: CellProps) {
  const language = useLanguage();
  const { handle, refusal, field } = props;
  const cell = readCell(props);
  const { text, reason } = cell;
  return (
    <div className="mt-3">
      <Field
        label={importLabel(handle.definition, field, language)}
        error={reason}
        hint={reason ? undefined : <Was was={cell.was} />}
      >
        {(wiring) => (
          <TextInput {...wiring} value={text} onValueChange={(next) => handle.correct([refusal.row], field, next)} />
        )}
      </Field>
      <Alike {...props} cell={cell} />
    </div>
  );
}
