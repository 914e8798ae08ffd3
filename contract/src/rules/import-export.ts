import type { DateOrder } from '../fields/date-input.ts';
import { type Field, text } from '../fields/kinds.ts';
import { type NestedRecord, type ResourceDefinition, allFields, isWritable } from '../fields/definition.ts';
import type { RecordChanges } from '../fields/record-changes.ts';

/** Requests and responses of `export` and `import`, which turn the list of any resource into a file and back. */

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Maximum records that an export selects or leaves out by id: a longer address would not be accepted. */
export const MAX_EXPORTED_IDS = 1000;

/** Maximum rows of an imported file. */
export const MAX_IMPORT_ROWS = 50_000;
/** Maximum bytes of an imported file. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
/** Maximum rejected rows in a response. */
export const MAX_IMPORT_ERRORS = 500;
/** Maximum changed records in a response. */
export const MAX_IMPORT_CHANGES = 500;

/**
 * The fields that a column of a file can be mapped to: all writable ones except files, and those that only find the
 * record to change: its id and its number.
 */
export function importFields(definition: ResourceDefinition): Readonly<Record<string, Field>> {
  const fields = Object.entries(allFields(definition)).filter(
    ([name, field]) => name === 'id' || (isWritable(field) && field.kind !== 'file'),
  );
  const { numberColumn } = definition;
  const numberField: Record<string, Field> = numberColumn
    ? { [numberColumn.name]: text(numberColumn.label.en, numberColumn.label.id) }
    : {};
  return { ...Object.fromEntries(fields), ...numberField };
}

/** Whether a column only finds the record to change, and is not written. */
export const isMatchOnly = ({ numberColumn }: ResourceDefinition, name: string): boolean =>
  name === 'id' || name === numberColumn?.name;

/**
 * The fields by which an import can find the record that a row changes: the id, the number, fields whose value no two
 * records share, and the telephone that every record has.
 */
export const matchFields = (definition: ResourceDefinition): readonly string[] => {
  const uniqueFields = new Set((definition.unique ?? []).flatMap(({ fields }) => fields.slice(-1)));
  return Object.entries(importFields(definition)).flatMap(([name, { kind, required }]) => {
    const isUniqueText = (kind === 'text' || kind === 'email') && uniqueFields.has(name);
    return isMatchOnly(definition, name) || isUniqueText || (kind === 'phone' && required) ? [name] : [];
  });
};

/** Encodings of CSV files, by their WHATWG labels. UTF-16 is recognised by its byte order mark. */
export const IMPORT_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'windows-1256',
  'windows-874',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
  'utf-16le',
  'utf-16be',
] as const;
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number];

/** How a file was read, and the alternatives. */
export interface ImportSource {
  /** The sheet of a workbook; null for CSV. */
  readonly sheet: string | null;
  readonly sheets: readonly { readonly name: string; readonly is_hidden: boolean }[];
  readonly heading_row: number;
  /** The first rows of the file, of which one has the headings, each with its first texts. */
  readonly heading_rows: readonly { readonly row: number; readonly texts: readonly string[] }[];
  /** The encoding of a CSV file; null for a workbook. */
  readonly encoding: ImportEncoding | null;
}

/** A column of the file and the field that it is mapped to, or null. */
export interface ImportColumn {
  readonly header: string;
  readonly field: string | null;
  /** The first values of the column, three at most. */
  readonly sample: readonly string[];
  /** Set for days in digits whose order the cells do not decide. */
  readonly dates?: ImportDateOrder;
}

/** The order of day and month that the check of an import requests for a column. */
export interface ImportDateOrder {
  /** The first cell that depends on it. */
  readonly text: string;
  /** That cell in each order, `YYYY-MM-DD`; null if it is no day then. */
  readonly readings: Readonly<Record<DateOrder, string | null>>;
  /** The order that the request names. */
  readonly chosen: DateOrder | null;
}

/** A rejected row. Rows are numbered as in a spreadsheet. */
export interface ImportRejection {
  readonly row: number;
  /** The values of the row by field, after corrections. */
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** What a row changes of the record that it matches. */
export interface ImportChange {
  readonly row: number;
  readonly id: number;
  /** The record's name before the import. */
  readonly name: string;
  readonly changes: RecordChanges;
  /** The record gets another name or email address: the row may be about another person. */
  readonly is_other_person: boolean;
}

/** The result of a dry run of an import. */
export interface ImportCheck {
  readonly source: ImportSource;
  readonly columns: readonly ImportColumn[];
  readonly rows: number;
  readonly created: number;
  /** Rows that would change a record; rows equal to their record do not count. */
  readonly updated: number;
  readonly rejected: number;
  /** Changed rows that may be about another person. */
  readonly other_persons: number;
  /** The first changes, those that may be about another person first. */
  readonly changes: readonly ImportChange[];
  /** The first rejected rows. */
  readonly errors: readonly ImportRejection[];
}

/** The result of an import. */
export interface ImportResult {
  readonly id: number;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  /** Rows that were left out at the caller's request. */
  readonly rejected: number;
}

/** A past import. */
export interface ImportEntry extends Omit<ImportResult, 'rejected'> {
  readonly resource: string;
  readonly file_name: string;
  readonly at: string;
  readonly by: NestedRecord;
  readonly undone_at: string | null;
  readonly can_undo: boolean;
}

/** The result of undoing an import. */
export interface ImportUndoResult {
  readonly deleted: number;
  readonly updated: number;
  /** Records whose password or access token remains: undoing cannot restore secrets. */
  readonly secrets_left?: number;
}

/** The result of undoing a bulk call. */
export interface BulkUndoResult extends ImportUndoResult {
  readonly restored: number;
}
