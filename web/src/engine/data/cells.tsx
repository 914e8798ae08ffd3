import {
  type Field,
  type FieldKind,
  type FieldOf,
  type RecordChanges,
  siblingColumn,
  getResource,
  isResourceKey,
  parseLoggedValue,
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

/** Source of a cell: the record, and the column name as used in lists (`hotel.code`). */
export interface CellSource {
  readonly record: Readonly<Record<string, unknown>>;
  readonly column: string;
}

type Cell<K extends FieldKind> = (value: unknown, field: FieldOf<K>, source: CellSource) => ReactNode;

/** How each kind of field is shown in lists, on cards and in the peek next to a list. Null is an empty cell. */
const cells: { readonly [K in FieldKind]: Cell<K> } = {
  text: (value, { digitGroups }, { record, column }) => {
    const person = column.endsWith('.name') ? nestedAt(record, column.slice(0, -'.name'.length)) : null;
    if (person?.username !== undefined) return <PersonName person={person} />;
    return digitGroups && typeof value === 'string' ? <DigitGroups number={value} /> : text(value);
  },
  email: text,
  phone: (value) => formatPhone(text(value) ?? ''),
  textarea: (value, { displayTexts, changesColumn }, { record, column }) => {
    if (changesColumn !== undefined)
      return <ChangeList changes={valueAt(record, siblingColumn(column, changesColumn))} />;
    const written = text(value);
    const phrase = displayTexts?.find(({ start }) => written?.startsWith(start));
    return phrase ? phrase.text[currentLanguage()] : written;
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
    // Whole amounts are stored without decimals.
    return field.whole ? (
      <Money amount={amount} currency={currency} decimals={0} />
    ) : (
      <Money amount={amount} currency={currency} isExact />
    );
  },
  flag: (value) => (value === null ? null : value === 1 || value === true ? t`Yes` : t`No`),
  date: (value, { monthOnly }) => {
    const day = text(value);
    return monthOnly && day ? longMonth(day.slice(0, 7)) : formatDate(day);
  },
  // A local time at a hotel is shown in the hotel's zone.
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
  json: (value, { isDescribed }) =>
    isDescribed ? null : isObject(value) || Array.isArray(value) ? JSON.stringify(value) : text(value),
};

/** The changes of a record with their field labels, in field order: `Last name: Surya → Santoso`. */
function ChangeList({ changes }: { changes: unknown }) {
  if (!isObject(changes)) return null;
  const { resource, fields } = changes as unknown as RecordChanges; // built by the field's SQL
  // Decisions are not records and have no labels, so use the log's own wording.
  if (!isResourceKey(resource))
    return Object.entries(fields)
      .map(([name, texts]) => `${name}: ${texts.map((text) => text ?? '–').join(' → ')}`)
      .join('; ');
  const isDescribed = Object.entries(getResource(resource).fields).flatMap(([name, field]) => {
    const texts = fields[name];
    return texts ? [{ name, field, texts }] : [];
  });
  return isDescribed.map(({ name, field, texts }, at) => (
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

/** Referenced records are shown by name. */
function changedValue(field: Field, name: string, text: string | null): ReactNode {
  if (field.kind === 'reference' || field.kind === 'option' || field.kind === 'secret') return text;
  return renderCell(field, { record: { [name]: parseLoggedValue(field, text) }, column: name });
}

/** Up to this scale all decimals are shown; beyond it, trailing zeros are dropped. */
const ALIGNED_DECIMALS = 6;

/** The content of a cell. */
export function renderCell(field: FieldOf<FieldKind>, source: CellSource): ReactNode {
  const draw = cells[field.kind] as Cell<FieldKind>; // the kind selects the cell for this field type
  return draw(valueAt(source.record, source.column), field, source);
}

const NUMERIC: ReadonlySet<FieldKind> = new Set(['integer', 'decimal', 'money', 'references']);

/** Numbers are right-aligned with digits of equal width. */
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
