import { type Field, type ResourceDefinition, importFields, message } from '@innkeeper/contract';
import type { MappedColumn } from './import-columns.ts';
import { type DateColumn, readDateCell } from './import-dates.ts';
import { createPlainDecimalCheck } from './import-numbers.ts';
import { readChoiceWord, readFlagWord } from './import-words.ts';
import { readCodeDigits } from './phone-digits.ts';
import type { TypedValue } from './table-row.ts';
import type { Table } from './table-structure.ts';

/** The cells of a row, by field. */
export interface InputRow {
  readonly row: number;
  readonly texts: Readonly<Record<string, string>>;
  /** Fields whose cells are plain decimals, not numbers as people write them. */
  readonly plainFields?: ReadonlySet<string>;
  /** Why the row does not fit the headings, as a message. */
  readonly misfit?: string;
  /** Why cells cannot be read, as messages by field. */
  readonly cellErrors?: Readonly<Record<string, string>>;
}

/** Corrected texts: by row, by field. */
export type Corrections = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What the request says about the rows. */
interface RowInputs {
  readonly corrections: Corrections;
  /** The values of fields without a column, for all rows. */
  readonly fixedValues: Readonly<Record<string, string>>;
  readonly dateColumns: ReadonlyMap<string, DateColumn>;
}

/** The cells of the rows, for the fields that the file's columns are mapped to, and the same values in every row. */
export function readInputRows(
  d: ResourceDefinition,
  table: Table,
  columns: readonly MappedColumn[],
  { corrections, fixedValues, dateColumns }: RowInputs,
): InputRow[] {
  const isPlain = createPlainDecimalCheck(d, table, columns);
  const fields = importFields(d);
  return table.rows.map(({ row, cells, typed, problems, misfit }) => {
    const texts: Record<string, string> = { ...fixedValues };
    const plainFields = new Set<string>();
    const cellErrors: Record<string, string> = {};
    for (const [i, { field }] of columns.entries()) {
      if (field === null) continue;
      const typedValue = typed?.get(i);
      const isTyped = typedValue !== undefined && typedValue.kind === typedKindOf(fields[field]);
      const text = (texts[field] = isTyped ? typedValue.text : (cells[i] ?? ''));
      if ((isTyped && typedValue.kind === 'number') || isPlain(field, text)) plainFields.add(field);
      const problem = isTyped ? undefined : problems?.get(i);
      if (problem) cellErrors[field] = message(problem);
    }
    for (const [field, text] of Object.entries(corrections[row] ?? {})) {
      texts[field] = text.trim();
      plainFields.delete(field);
      delete cellErrors[field];
    }
    for (const [field, text] of Object.entries(texts)) {
      const f = fields[field];
      if (f && text !== '' && cellErrors[field] === undefined) {
        const dateColumn = dateColumns.get(field);
        const { text: value, error } = dateColumn ? readDateCell(f, text, dateColumn) : { text: readText(f, text) };
        texts[field] = value;
        if (error !== undefined) cellErrors[field] = error;
      }
    }
    return {
      row,
      texts,
      ...(misfit !== undefined && { misfit }),
      ...(plainFields.size > 0 && { plainFields }),
      ...(Object.keys(cellErrors).length > 0 && { cellErrors }),
    };
  });
}

/** The kind of typed values that a field reads; every other field reads the text that a spreadsheet shows. */
function typedKindOf(f: Field | undefined): TypedValue['kind'] | undefined {
  if (f?.kind === 'integer' || f?.kind === 'decimal' || f?.kind === 'money') return 'number';
  if (f?.kind === 'flag') return 'flag';
  return f?.kind === 'instant' ? 'moment' : undefined;
}

/** The value for a word of the console, and for digits as exports group them. */
function readText(f: Field, text: string): string {
  if (f.kind === 'flag') return readFlagWord(f, text);
  if (f.kind === 'choice') return readChoiceWord(f, text);
  return f.kind === 'reference' || (f.kind === 'text' && f.code) ? readCodeDigits(text) : text;
}
