import type { ImportColumn } from '@innkeeper/contract';
import type { MappedColumn } from './import-columns.ts';
import type { DateColumn } from './import-dates.ts';
import type { Table } from './table-structure.ts';

const SAMPLE_COUNT = 3;

/** The columns as described in a response. */
export const describeColumns = (
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
