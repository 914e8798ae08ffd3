import {
  type Field,
  MONEY_SCALE,
  type ResourceDefinition,
  importFields,
  numberShape,
  parseNumberInput,
  trimTrailingZeros,
} from '@innkeeper/contract';
import type { MappedColumn } from './import-columns.ts';
import type { Table } from './table-structure.ts';

/**
 * Numbers in files are read like numbers entered in the console. Our own exports, however, write plain decimals that
 * can look like thousands: `5.005` in a field with three decimals. Such a cell is read as a decimal only if other cells
 * of its column prove it.
 *
 * Our headings or ids prove nothing. Unedited cells of an export are not parsed again (stored-text.ts), so this affects
 * only edited cells.
 */

/** Whether a cell is a plain decimal that must not be read in any other way. */
export type IsPlainDecimal = (field: string, text: string) => boolean;

export function createPlainDecimalCheck(
  d: ResourceDefinition,
  table: Table,
  columns: readonly MappedColumn[],
): IsPlainDecimal {
  const fields = importFields(d);
  const plainFields = new Set<string>();
  for (const [i, { field }] of columns.entries()) {
    const f = fields[field ?? ''];
    if (f && field !== null && hasDecimalPoints(f, table, i)) plainFields.add(field);
  }
  return (field, text) => {
    const f = fields[field];
    return f !== undefined && isExportedDecimal(f, text) && plainFields.has(field);
  };
}

/** The number of decimals in our exports. */
function exportScaleOf(f: Field): number | undefined {
  if (f.kind === 'money') return MONEY_SCALE;
  return f.kind === 'decimal' ? f.scale : undefined;
}

const isExportedDecimal = (f: Field, text: string): boolean =>
  /^-?\d+\.\d+$/.test(text) && text.length - text.indexOf('.') - 1 === exportScaleOf(f);

/** Whether some cell of a column can only be read with a decimal point, and none without it. */
function hasDecimalPoints(f: Field, { rows }: Table, column: number): boolean {
  const shape = numberShape(f);
  if (!shape || exportScaleOf(f) === undefined) return false;
  let hasDecimalPoint = false;
  for (const { cells } of rows) {
    const text = cells[column] ?? '';
    if (!/[.,]/.test(text) || /^-?[1-9]\d{0,2}\.\d{3}$/.test(text)) continue;
    const parsed = parseNumberInput(text, shape);
    if (parsed.kind !== 'number') continue;
    const withoutCommas = text.replaceAll(',', '');
    if (trimTrailingZeros(withoutCommas) !== parsed.value) return false;
    hasDecimalPoint ||= withoutCommas.includes('.');
  }
  return hasDecimalPoint;
}

/**
 * Reads the numbers of a row, and returns a message for each text that is not a number. `plainFields` are the fields whose
 * cells are plain decimals.
 */
export function parseNumbers(
  d: ResourceDefinition,
  values: Record<string, unknown>,
  errors: Record<string, string[]>,
  plainFields: ReadonlySet<string> | undefined,
): void {
  for (const [name, text] of Object.entries(values)) {
    const f = d.fields[name];
    const shape = f && numberShape(f);
    if (!shape || typeof text !== 'string' || plainFields?.has(name)) continue;
    const parsed = parseNumberInput(text, shape);
    if (parsed.kind === 'number') values[name] = parsed.value;
    if ('problem' in parsed) errors[name] = [parsed.problem];
  }
}
