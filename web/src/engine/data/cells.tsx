import {
  type Field,
  type FieldKind,
  type FieldOf,
  type RecordChanges,
  decisionLabel,
  findExportedFileLabel,
  findListDefinition,
  siblingColumn,
  translateWords,
  getResource,
  isResourceKey,
  parseLoggedValue,
  relationName,
  trimEndCharacters,
} from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Fragment, type ReactNode } from 'react';
import { formatDate, formatDateTime, formatInstantsIn } from '../../format/date.ts';
import { formatEmail } from '../../format/email.ts';
import { longMonth } from '../../format/month.ts';
import { formatNumber } from '../../format/number.ts';
import { formatPhone } from '../../format/phone.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { Money } from '../../session/money.tsx';
import { isObject } from '../../ui/is-object.ts';
import { currencyAt, hotelZoneOf, nestedAt, valueAt } from './record.ts';
import { ExportedQuery, describeColumns } from './exported-query.tsx';
import { FileLink } from '../files/file-link.tsx';
import { DigitGroups } from '../../ui/digit-groups.tsx';

/** The source of a cell: the record, and the column name as used in lists (`hotel.code`). */
export interface CellSource {
  readonly record: Readonly<Record<string, unknown>>;
  readonly column: string;
}

type CellRenderer<K extends FieldKind> = (value: unknown, field: FieldOf<K>, source: CellSource) => ReactNode;

/** Renders a field of each kind, in lists, on cards and in the side panel of a list. Null renders an empty cell. */
const cellRenderers: { readonly [K in FieldKind]: CellRenderer<K> } = {
  text: (value, { digitGroups, words, exportedFile }, { record, column }) => {
    const person = column.endsWith('.name') ? nestedAt(record, column.slice(0, -'.name'.length)) : null;
    if (person?.username !== undefined) return <PersonName person={person} />;
    if (exportedFile) return findExportedFileLabel(toText(value) ?? '')?.[currentLanguage()] ?? toText(value);
    if (words) return formatInstantsIn(translateWords(toText(value) ?? '', words, currentLanguage()));
    return digitGroups && typeof value === 'string' ? <DigitGroups number={value} /> : toText(value);
  },
  email: (value) => formatEmail(toText(value) ?? ''),
  phone: (value) => formatPhone(toText(value) ?? ''),
  textarea: (value, { displayTexts, changesColumn, exportedPart }, { record, column }) => {
    if (changesColumn !== undefined)
      return <ChangeList changes={valueAt(record, siblingColumn(column, changesColumn))} />;
    const storedText = toText(value);
    if (exportedPart !== undefined) {
      const definition = findListDefinition(toText(valueAt(record, siblingColumn(column, 'resource'))) ?? '');
      if (!definition) return storedText;
      return exportedPart === 'columns' ? (
        describeColumns(definition, storedText ?? '')
      ) : (
        <ExportedQuery definition={definition} query={storedText ?? ''} />
      );
    }
    const displayText = displayTexts?.find(({ prefix }) => storedText?.startsWith(prefix));
    return displayText ? displayText.text[currentLanguage()] : storedText;
  },
  editor: (value) =>
    toText(value)
      ?.replaceAll(/<[^<>]+>/g, ' ')
      .trim(),
  secret: () => null,
  integer: (value, _field, { column }) => (isIdColumn(column) ? toText(value) : formatNumber(toText(value))),
  decimal: (value, field) => formatDecimal(toText(value), field.scale),
  money: (value, field, { record, column }) => {
    const amount = toText(value);
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
    const day = toText(value);
    return monthOnly && day ? longMonth(day.slice(0, 7)) : formatDate(day);
  },
  // A local time at a hotel is shown in the hotel's zone.
  instant: (value, { inHotelZone }, { record }) =>
    formatDateTime(toText(value), inHotelZone ? hotelZoneOf(record) : undefined),
  reference: renderReference,
  option: (_, _field, { record, column }) => nestedAt(record, relationName(column))?.name,
  choice: (value, field) => {
    const choice = field.choices.find((c) => c.value === value);
    return choice ? <Badge tone={choice.tone}>{choice.label[currentLanguage()]}</Badge> : toText(value);
  },
  file: (value, { label }) => {
    const address = toText(value);
    return address ? (
      <FileLink
        address={address}
        label={label[currentLanguage()]}
        width={96}
        className="h-[calc(var(--row,3rem)-0.625rem)] max-w-20"
        isUntabbable
      />
    ) : null;
  },
  references: (value) => (Array.isArray(value) ? formatNumber(value.length) : null),
  json: (value, { isDescribed }) =>
    isDescribed ? null : isObject(value) || Array.isArray(value) ? JSON.stringify(value) : toText(value),
};

/** The changes of a record with their field labels, in field order: `Last name: Surya → Santoso`. */
export function ChangeList({ changes }: { changes: unknown }) {
  if (!isObject(changes)) return null;
  const { resource, currency, fields } = changes as unknown as RecordChanges; // built by the field's SQL
  // Decisions are not records: their values have labels, but no kinds.
  if (!isResourceKey(resource))
    return Object.entries(fields)
      .map(
        ([name, texts]) => `${decisionLabel(name)[currentLanguage()]}: ${texts.map((text) => text ?? '–').join(' → ')}`,
      )
      .join('; ');
  const describedChanges = Object.entries(getResource(resource).fields).flatMap(([name, field]) => {
    const texts = fields[name];
    return texts ? [{ name, field, texts }] : [];
  });
  return describedChanges.map(({ name, field, texts }, index) => (
    <Fragment key={name}>
      {index > 0 && '; '}
      {field.label[currentLanguage()]}:{' '}
      {texts.map((text, sideIndex) => (
        <Fragment key={sideIndex}>
          {sideIndex > 0 && ' → '}
          {renderChangedValue(field, name, text, currency) || '–'}
        </Fragment>
      ))}
    </Fragment>
  ));
}

/** Referenced records are shown by name. */
function renderChangedValue(
  field: Field,
  name: string,
  text: string | null,
  currency: string | null | undefined,
): ReactNode {
  if (field.kind === 'reference' || field.kind === 'option' || field.kind === 'secret') return text;
  const units = field.kind === 'money' ? { [field.currency ?? 'currency']: currency } : {};
  return renderCell(field, { record: { ...units, [name]: parseLoggedValue(field, text) }, column: name });
}

/** Up to this scale all decimals are shown, so that they align; beyond it, trailing zeros are dropped. */
const MAX_FIXED_SCALE = 6;

/** The content of a cell. */
export function renderCell(field: FieldOf<FieldKind>, source: CellSource): ReactNode {
  const render = cellRenderers[field.kind] as CellRenderer<FieldKind>; // the kind selects the cell for this field type
  return render(valueAt(source.record, source.column), field, source);
}

const NUMERIC_KINDS: ReadonlySet<FieldKind> = new Set(['integer', 'decimal', 'money', 'references']);

/** Numbers are right-aligned with digits of equal width. */
export const isNumeric = (kind: FieldKind): boolean => NUMERIC_KINDS.has(kind);

const isIdColumn = (column: string): boolean => column === 'id' || column.endsWith('.id');

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

function formatDecimal(value: string | undefined, scale: number): string {
  if (scale <= MAX_FIXED_SCALE) return formatNumber(value, scale);
  const decimals = trimEndCharacters(value ?? '', '0').split('.')[1]?.length ?? 0;
  return formatNumber(value, decimals);
}

/** A record as "name (code)". */
function renderReference(_: unknown, _field: unknown, { record, column }: CellSource): ReactNode {
  const target = nestedAt(record, relationName(column));
  if (!target) return null;
  if (target.username !== undefined) return <PersonName person={target} />;
  if (!target.code) return target.name;
  return target.name === '' ? target.code : `${target.name} (${target.code})`;
}
