import {
  MAX_IMPORT_ERRORS,
  type ImportChange,
  type ImportCheck,
  type ImportColumn,
  type ImportRejection,
  type Language,
  type ResourceDefinition,
} from '@innkeeper/contract';
import { type ApiError, apiError } from '../../platform/http/api-error.ts';
import { importExportTexts } from '../../texts/import-export.ts';
import { formatChanges } from './format-changes.ts';
import { guardFormula } from './formula-guard.ts';
import type { ParsedFile } from './import-call.ts';
import type { MappedColumn } from './import-columns.ts';
import type { DateColumn } from './import-dates.ts';
import type { ImportOutcome } from './import-work.ts';
import type { Table } from './table-structure.ts';

const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/**
 * The error messages of a row by field; errors of the whole row are under `row`. An error with a message of its own
 * shows that at each field.
 */
function toMessages(error: ApiError, language: Language): Readonly<Record<string, readonly string[]>> {
  const { message: rowMessage, errors = {} } = error.body(language, '');
  const names = Object.keys(errors);
  if (names.length === 0) return { row: [rowMessage] };
  return error.details.message ? Object.fromEntries(names.map((name) => [name, [rowMessage]])) : errors;
}

const sortRejections = ({ rejected }: ImportOutcome): [number, ApiError][] =>
  [...rejected].toSorted(([a], [b]) => a - b);

/** What a dry run returns. */
export function toImportCheck(
  { table, columns, dateColumns, inputRows }: ParsedFile,
  outcome: ImportOutcome & { readonly changes: readonly ImportChange[] },
  language: Language,
): ImportCheck {
  const texts = new Map(inputRows.map(({ row, texts }) => [row, texts]));
  const errors = sortRejections(outcome)
    .slice(0, MAX_IMPORT_ERRORS)
    .map(([row, error]): ImportRejection => ({
      row,
      values: texts.get(row) ?? {},
      errors: toMessages(error, language),
    }));
  return {
    source: table.source,
    columns: describeColumns(columns, table, dateColumns),
    rows: inputRows.length,
    created: outcome.created,
    updated: outcome.updated,
    rejected: outcome.rejected.size,
    other_persons: outcome.changingRows.filter(({ isOtherPerson }) => isOtherPerson).length,
    changes: outcome.changes,
    errors,
  };
}

/** A 422 that names row and field of each error. */
export const toValidationError = (outcome: ImportOutcome, language: Language): ApiError =>
  apiError('validation_failed', {
    errors: Object.fromEntries(
      sortRejections(outcome)
        .slice(0, MAX_IMPORT_ERRORS)
        .flatMap(([row, error]) =>
          Object.entries(toMessages(error, language)).map(([field, texts]) => [`row ${row}: ${field}`, texts]),
        ),
    ),
  });

/** Heading of the reasons in a file of rejected rows. */
const ERROR_HEADING = 'Error';

/** The rejected rows unchanged, plus a column with the reasons, to be corrected and sent again. */
export async function createErrorFile(
  d: ResourceDefinition,
  { table }: ParsedFile,
  outcome: ImportOutcome,
  language: Language,
) {
  const formatReason = ([field, texts]: [string, readonly string[]]) =>
    `${d.fields[field]?.label[language] ?? field}: ${texts.join(' ')}`;
  const rejectedRows = table.rows.filter(({ row }) => outcome.rejected.has(row));
  const width = rejectedRows.reduce((max, { cells }) => Math.max(max, cells.length), table.headers.length);
  const toLine = (cells: readonly string[], lastCell: string) =>
    [...cells, ...Array<string>(width - cells.length).fill(''), lastCell].map(guardFormula);
  const lines = rejectedRows.flatMap(({ row, cells }) => {
    const error = outcome.rejected.get(row);
    return error ? [toLine(cells, Object.entries(toMessages(error, language)).map(formatReason).join('; '))] : [];
  });
  const { BOM, csvLines } = await import('./csv.ts');
  return {
    status: 200,
    type: CSV_TYPE,
    body: BOM + csvLines([toLine(table.headers, ERROR_HEADING), ...lines]),
  };
}

/** What each row changes, one change a line. */
export async function createChangesFile(changes: readonly ImportChange[], language: Language, timeZone: string) {
  const lines = changes.map(({ row, id, name, changes: recordChanges }) =>
    [String(row), String(id), name, formatChanges(recordChanges, language, timeZone)].map(guardFormula),
  );
  const { BOM, csvLines } = await import('./csv.ts');
  const headings = CHANGE_HEADINGS.map((heading) => importExportTexts[heading][language]);
  return { status: 200, type: CSV_TYPE, body: BOM + csvLines([headings, ...lines]) };
}

const CHANGE_HEADINGS = ['row', 'id', 'record', 'changes'] as const;

const SAMPLE_COUNT = 3;

/** The columns as described in a response. */
const describeColumns = (
  columns: readonly MappedColumn[],
  table: Table,
  dateColumns: ReadonlyMap<string, DateColumn>,
): readonly ImportColumn[] =>
  columns.map(({ header, field }, i) => {
    const dates = dateColumns.get(field ?? '')?.choice;
    return { header, field, sample: sampleTexts(table, i), ...(dates && { dates }) };
  });

function sampleTexts({ rows }: Table, column: number): string[] {
  const sample: string[] = [];
  for (const { cells } of rows) {
    const text = cells[column] ?? '';
    if (text !== '') sample.push(text);
    if (sample.length === SAMPLE_COUNT) break;
  }
  return sample;
}
