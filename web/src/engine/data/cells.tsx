import {
  type Field,
  type FieldKind,
  type FieldOf,
  type RecordChanges,
  columnBeside,
  getResource,
  isResourceKey,
  loggedValue,
  relationName,
  withoutEnd,
} from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Fragment, type ReactNode } from 'react';
import { formatDate, formatDateTime } from '../../format/date.ts';
import { longMonth } from '../../format/month.ts';
import { formatNumber } from '../../format/number.ts';
import { formatPhone } from '../../format/phone.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { Money } from '../../session/money.tsx';
import { currencyAt, isObject, nestedAt, valueAt } from './record.ts';
import { FileLink } from '../files/file-link.tsx';
import { DigitGroups } from '../../ui/digit-groups.tsx';

/** The source of a cell: the record, and the column as lists name it (`hotel.code`). */
export interface CellSource {
  readonly record: Readonly<Record<string, unknown>>;
  readonly column: string;
}

type Cell<K extends FieldKind> = (value: unknown, field: FieldOf<K>, source: CellSource) => ReactNode;

/** How each kind of field is shown in lists, cards and beside a list. Null is nothing: an empty place is the calmest sign. */
const cells: { readonly [K in FieldKind]: Cell<K> } = {
  text: (value, { inGroups }, { record, column }) => {
    const person = column.endsWith('.name') ? nestedAt(record, column.slice(0, -'.name'.length)) : null;
    if (person?.username !== undefined) return <PersonName person={person} />;
    return inGroups && typeof value === 'string' ? <DigitGroups number={value} /> : text(value);
  },
  email: text,
  phone: (value) => formatPhone(text(value) ?? ''),
  textarea: (value, { inWords, changesIn }, { record, column }) => {
    if (changesIn !== undefined) return <ChangesInWords changes={valueAt(record, columnBeside(column, changesIn))} />;
    const written = text(value);
    const said = inWords?.find(({ start }) => written?.startsWith(start));
    return said ? said.words[currentLanguage()] : written;
  },
  editor: (value) =>
    text(value)
      ?.replaceAll(/<[^<>]+>/g, ' ')
      .trim(),
  secret: () => null,
  integer: (value, _, { column }) => (isIdentifier(column) ? text(value) : formatNumber(text(value))),
  decimal: (value, field) => formatDecimal(text(value), field.scale),
  money: (value, field, { record, column }) => {
    const amount = text(value);
    if (amount === undefined) return null;
    const currency = currencyAt(record, column, field);
    // Whole amounts are kept without decimals.
    return field.whole ? (
      <Money amount={amount} currency={currency} decimals={0} />
    ) : (
      <Money amount={amount} currency={currency} isKept />
    );
  },
  flag: (value) => (value === null ? null : value === 1 || value === true ? t`Yes` : t`No`),
  date: (value, { ofMonth }) => {
    const day = text(value);
    return ofMonth && day ? longMonth(day.slice(0, 7)) : formatDate(day);
  },
  // A time at a hotel is shown in the hotel's zone.
  instant: (value, { atHotel }, { record }) =>
    formatDateTime(text(value), atHotel ? text(record['time_zone']) : undefined),
  reference: nested,
  option: (_, __, { record, column }) => nestedAt(record, relationName(column))?.name,
  choice: (value, field) => {
    const choice = field.choices.find((c) => c.value === value);
    return choice ? <Badge tone={choice.tone}>{choice.label[currentLanguage()]}</Badge> : text(value);
  },
  file: (value, { label }) => {
    const address = text(value);
    return address ? (
      <FileLink
        address={address}
        label={label[currentLanguage()]}
        width={96}
        className="h-[calc(var(--row,3rem)-0.625rem)] max-w-20"
        isPassed
      />
    ) : null;
  },
  references: (value) => (Array.isArray(value) ? formatNumber(value.length) : null),
  json: (value, { told }) =>
    told ? null : isObject(value) || Array.isArray(value) ? JSON.stringify(value) : text(value),
};

/** The changes of a record by the labels of its fields, in their order: `Last name: Surya → Santoso`. */
function ChangesInWords({ changes }: { changes: unknown }) {
  if (!isObject(changes)) return null;
  const { resource, fields } = changes as unknown as RecordChanges; // the field's SQL makes them
  // Decisions are no records, and have no labels: the log's own words for them.
  if (!isResourceKey(resource))
    return Object.entries(fields)
      .map(([name, texts]) => `${name}: ${texts.map((text) => text ?? '–').join(' → ')}`)
      .join('; ');
  const told = Object.entries(getResource(resource).fields).flatMap(([name, field]) => {
    const texts = fields[name];
    return texts ? [{ name, field, texts }] : [];
  });
  return told.map(({ name, field, texts }, at) => (
    <Fragment key={name}>
      {at > 0 && '; '}
      {field.label[currentLanguage()]}:{' '}
      {texts.map((text, side) => (
        <Fragment key={side}>
          {side > 0 && ' → '}
          {changedValue(field, name, text) || '–'}
        </Fragment>
      ))}
    </Fragment>
  ));
}

/** Records that fields point to are told by their names. */
function changedValue(field: Field, name: string, text: string | null): ReactNode {
  if (field.kind === 'reference' || field.kind === 'option' || field.kind === 'secret') return text;
  return drawCell(field, { record: { [name]: loggedValue(field, text) }, column: name });
}

/** More decimals than this are shown only as far as they say something. */
const ALIGNED_DECIMALS = 6;

/** The content of a cell. */
export function drawCell(field: FieldOf<FieldKind>, source: CellSource): ReactNode {
  const draw = cells[field.kind] as Cell<FieldKind>; // the kind picks the function that takes exactly this field
  return draw(valueAt(source.record, source.column), field, source);
}

const NUMERIC: ReadonlySet<FieldKind> = new Set(['integer', 'decimal', 'money', 'references']);

/** Numbers stand at the right edge, in figures of one width. */
export const isNumeric = (kind: FieldKind): boolean => NUMERIC.has(kind);

const isIdentifier = (column: string): boolean => column === 'id' || column.endsWith('.id');

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

function formatDecimal(value: string | undefined, scale: number): string {
  if (scale <= ALIGNED_DECIMALS) return formatNumber(value, scale);
  const decimals = withoutEnd(value ?? '', '0').split('.')[1]?.length ?? 0;
  return formatNumber(value, decimals);
}

/** A record as "name (code)". */
function nested(_: unknown, __: unknown, { record, column }: CellSource): ReactNode {
  const target = nestedAt(record, relationName(column));
  if (!target) return null;
  if (target.username !== undefined) return <PersonName person={target} />;
  if (!target.code) return target.name;
  return target.name === '' ? target.code : `${target.name} (${target.code})`;
}
