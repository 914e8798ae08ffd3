import type { ResourceDefinition } from '@innkeeper/contract';
import type { MappedColumn } from './import-columns.ts';
import { createPlainDecimalCheck } from './import-numbers.ts';
import type { Table } from './table.ts';

/** The cells of a row, by field. */
export interface InputRow {
  readonly row: number;
  readonly texts: Readonly<Record<string, string>>;
  /** Fields whose cells are plain decimals, not numbers as people write them. */
  readonly plainFields?: ReadonlySet<string>;
}

/** Corrected texts: by row, by field. */
export type Corrections = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The cells of the rows, for the fields that the file's columns are mapped to. */
export function readInputRows(
  d: ResourceDefinition,
  table: Table,
  columns: readonly MappedColumn[],
  corrections: Corrections,
): InputRow[] {
  const isPlain = createPlainDecimalCheck(d, table, columns);
  return table.rows.map(({ row, cells, numbers }) => {
    const texts: Record<string, string> = {};
    const plainFields = new Set<string>();
    for (const [i, { field }] of columns.entries()) {
      if (field === null) continue;
      const text = (texts[field] = cells[i] ?? '');
      if (numbers?.has(i) || isPlain(field, text)) plainFields.add(field);
    }
    for (const [field, text] of Object.entries(corrections[row] ?? {})) {
      texts[field] = text.trim();
      plainFields.delete(field);
    }
    return plainFields.size > 0 ? { row, texts, plainFields } : { row, texts };
  });
}
