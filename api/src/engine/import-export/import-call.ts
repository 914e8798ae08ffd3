import {
  DATE_ORDERS,
  IMPORT_ENCODINGS,
  type ImportEncoding,
  type ResourceDefinition,
  importFields,
  isMatchOnly,
  matchFields,
  message,
} from '@innkeeper/contract';
import { type Body, isObject } from '../../platform/http/body.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { parseJsonField } from '../../platform/http/json.ts';
import type { UploadedFile } from '../../platform/http/uploaded-file.ts';
import type { MappedColumn } from './import-columns.ts';
import type { DateColumn, DateOrders } from './import-dates.ts';
import type { Corrections, InputRow } from './input-rows.ts';
import type { TableFile } from './table.ts';
import type { Table } from './table-structure.ts';

/** An import as requested. */
export interface ImportCall {
  readonly file: UploadedFile;
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly dateOrders: DateOrders;
  readonly corrections: Corrections;
  /** The values of fields without a column, for all rows. */
  readonly fixedValues: Readonly<Record<string, string>>;
  /** How to read the file where that is not by default. */
  readonly reading: Pick<TableFile, 'sheet' | 'encoding' | 'headingRow'>;
  readonly isDryRun: boolean;
  /** What a dry run returns as a file instead. */
  readonly fileOf: 'errors' | 'changes' | null;
  /** The field that finds the record of a row. */
  readonly match: string;
  /** Import the other rows although some are rejected. */
  readonly skipsRejected: boolean;
}

/** The rows of its file, with the columns that were found. */
export interface ParsedFile extends ImportCall {
  readonly table: Table;
  readonly columns: readonly MappedColumn[];
  readonly dateColumns: ReadonlyMap<string, DateColumn>;
  readonly inputRows: readonly InputRow[];
}

const KNOWN_FIELDS = new Set([
  'dry_run',
  'errors',
  'changes',
  'match',
  'skip_rejected',
  'sheet',
  'heading_row',
  'encoding',
  'mapping',
  'fixed_values',
  'date_orders',
  'corrections',
  'file',
]);

/** Throws a 422 that names each invalid field of the form. */
export function parseImportCall(d: ResourceDefinition, { values, files }: Body): ImportCall {
  const errors: Record<string, string[]> = Object.create(null);
  for (const name of [...Object.keys(values), ...Object.keys(files)])
    if (!KNOWN_FIELDS.has(name)) errors[name] = [message('unknown_field')];
  const { file } = files;
  if (!file) errors.file = [message('file')];
  const { dry_run: dryRun = '0', skip_rejected: skipRejected = '0', match = 'id' } = values;
  for (const [name, value] of Object.entries({ dry_run: dryRun, skip_rejected: skipRejected }))
    if (value !== '1' && value !== '0' && value !== '') errors[name] = [message('flag')];
  const fileNames = (['errors', 'changes'] as const).filter((name) => (values[name] ?? '') !== '');
  for (const name of fileNames)
    if (values[name] !== 'csv' || dryRun !== '1' || fileNames.length > 1) errors[name] = [message('pattern')];
  if (typeof match !== 'string' || !matchFields(d).includes(match)) errors.match = [message('pattern')];
  const mapping = parseObject(values.mapping);
  if (!mapping || !Object.values(mapping).every((field) => field === null || typeof field === 'string'))
    errors.mapping = [message('pattern')];
  const dateOrders = parseObject(values.date_orders);
  const isDateOrder = (value: unknown) => DATE_ORDERS.some((order) => order === value);
  if (!dateOrders || !Object.values(dateOrders).every(isDateOrder)) errors.date_orders = [message('pattern')];
  const corrections = parseObject(values.corrections);
  const fixedValues = parseObject(values.fixed_values);
  const importableFields = importFields(d);
  const isFixedValue = ([field, text]: [string, unknown]) =>
    !isMatchOnly(d, field) && Object.hasOwn(importableFields, field) && typeof text === 'string';
  if (!fixedValues || !Object.entries(fixedValues).every(isFixedValue)) errors.fixed_values = [message('pattern')];
  const [sheet, encoding, headingRow] = [values.sheet, values.encoding, values.heading_row].map((value) =>
    value === '' ? undefined : value,
  );
  const isEncoding = (value: unknown): value is ImportEncoding => IMPORT_ENCODINGS.some((name) => name === value);
  if (encoding !== undefined && !isEncoding(encoding)) errors.encoding = [message('pattern')];
  const rowNumber =
    typeof headingRow === 'string' && /^[1-9]\d{0,6}$/.test(headingRow) ? Number(headingRow) : undefined;
  if (headingRow !== undefined && rowNumber === undefined) errors.heading_row = [message('whole')];
  if (sheet !== undefined && typeof sheet !== 'string') errors.sheet = [message('text')];
  const isCorrection = (value: unknown) =>
    isObject(value) &&
    Object.entries(value).every(([field, text]) => Object.hasOwn(importableFields, field) && typeof text === 'string');
  if (!corrections || !Object.values(corrections).every(isCorrection)) errors.corrections = [message('pattern')];
  if (!file || Object.keys(errors).length > 0) throw validationError(errors);
  return {
    file,
    mapping: mapping as ImportCall['mapping'], // validated above
    dateOrders: dateOrders as DateOrders,
    corrections: corrections as Corrections,
    fixedValues: fixedValues as ImportCall['fixedValues'],
    reading: {
      sheet: typeof sheet === 'string' ? sheet : undefined,
      encoding: isEncoding(encoding) ? encoding : undefined,
      headingRow: rowNumber,
    },
    isDryRun: dryRun === '1',
    fileOf: fileNames[0] ?? null,
    match: String(match),
    skipsRejected: skipRejected === '1',
  };
}

/** The object in a form's JSON text; an empty object if there is none. */
function parseObject(text: unknown): Record<string, unknown> | undefined {
  if (text === undefined || text === '') return {};
  const value = parseJsonField(text);
  return isObject(value) ? Object.assign(Object.create(null), value) : undefined;
}
