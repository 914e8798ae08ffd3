import {
  type Field,
  MONEY_SCALE,
  type ResourceDefinition,
  importFields,
  numberShape,
  parseNumberInput,
  withoutZeros,
} from '@innkeeper/contract';
import type { MappedColumn } from './import-columns.ts';
import type { Table } from './table.ts';

/**
 * Numbers in files are read like numbers entered in the console. But our own exports write plain decimals, and these
 * can look like thousands: `5.005` in a field with three decimals. Such a cell is read as a decimal only if its column
 * leaves no doubt.
 *
 * Our headings or ids are not evidence. Exported cells that were not edited are never read again (stored-text.ts), so
 * this affects only cells edited since.
 */

/** Whether a cell is a plain decimal that must not be read in any other way. */
export type IsPlainDecimal = (field: string, text: string) => boolean;

export function plainDecimals(d: ResourceDefinition, table: Table, columns: readonly MappedColumn[]): IsPlainDecimal {
  const fields = importFields(d);
  const plain = new Set<string>();
  for (const [i, { field }] of columns.entries()) {
    const f = fields[field ?? ''];
    if (f && field !== null && hasDecimalPoints(f, table, i)) plain.add(field);
  }
  return (field, text) => {
    const f = fields[field];
    return f !== undefined && isAsExported(f, text) && plain.has(field);
  };
}

/** The number of decimals in our exports. */
function exportedScale(f: Field): number | undefined {
  if (f.kind === 'money') return MONEY_SCALE;
  return f.kind === 'decimal' ? f.scale : undefined;
}

const isAsExported = (f: Field, text: string): boolean =>
  /^-?\d+\.\d+$/.test(text) && text.length - text.indexOf('.') - 1 === exportedScale(f);

/** Whether some cell of a column can only be read with a decimal point, and none without it. */
function hasDecimalPoints(f: Field, { rows }: Table, column: number): boolean {
  const shape = numberShape(f);
  if (!shape || exportedScale(f) === undefined) return false;
  let isFound = false;
  for (const { cells } of rows) {
    const text = cells[column] ?? '';
    if (!/[.,]/.test(text) || /^-?[1-9]\d{0,2}\.\d{3}$/.test(text)) continue;
    const read = parseNumberInput(text, shape);
    if (read.kind !== 'number') continue;
    const written = text.replaceAll(',', '');
    if (withoutZeros(written) !== read.value) return false;
    isFound ||= written.includes('.');
  }
  return isFound;
}

/**
 * Reads the numbers of a row, and returns a message for each text that is not a number. `plain` are the fields whose
 * cells are plain decimals.
 */
export function parseNumbers(
  d: ResourceDefinition,
  values: Record<string, unknown>,
  errors: Record<string, string[]>,
  plain: ReadonlySet<string> | undefined,
): void {
  for (const [name, text] of Object.entries(values)) {
    const f = d.fields[name];
    const shape = f && numberShape(f);
    if (!shape || typeof text !== 'string' || plain?.has(name)) continue;
    const read = parseNumberInput(text, shape);
    if (read.kind === 'number') values[name] = read.value;
    if ('problem' in read) errors[name] = [read.problem];
  }
}
