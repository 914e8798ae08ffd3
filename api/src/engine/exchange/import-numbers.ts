import {
  type Field,
  MONEY_SCALE,
  type ResourceDefinition,
  importFields,
  numberShape,
  readTypedNumber,
  withoutZeros,
} from '@innkeeper/contract';
import type { MappedColumn } from './import-columns.ts';
import type { Table } from './table.ts';

/**
 * Numbers in files are read as the inputs of the console read them. But our own exports write plain decimals, and one of them
 * may look like thousands: `5.005` in a field of three decimals. Such a cell is taken for a decimal where its column leaves no
 * doubt. A heading or an id of ours is no evidence: cells that were exported and left alone are never read again (held-text.ts),
 * so that this concerns only cells that somebody has typed since.
 */

/** Whether a cell of a field is a plain decimal that is not to be read otherwise. */
export type IsPlain = (field: string, text: string) => boolean;

export function plainDecimals(d: ResourceDefinition, table: Table, columns: readonly MappedColumn[]): IsPlain {
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

/** The decimals that our exports write. */
function exportedScale(f: Field): number | undefined {
  if (f.kind === 'money') return MONEY_SCALE;
  return f.kind === 'decimal' ? f.scale : undefined;
}

const isAsExported = (f: Field, text: string): boolean =>
  /^-?\d+\.\d+$/.test(text) && text.length - text.indexOf('.') - 1 === exportedScale(f);

/** Whether some cell of a column can only be read with the full stop as its decimal sign, and none otherwise. */
function hasDecimalPoints(f: Field, { rows }: Table, column: number): boolean {
  const shape = numberShape(f);
  if (!shape || exportedScale(f) === undefined) return false;
  let isFound = false;
  for (const { cells } of rows) {
    const text = cells[column] ?? '';
    if (!/[.,]/.test(text) || /^-?[1-9]\d{0,2}\.\d{3}$/.test(text)) continue;
    const read = readTypedNumber(text, shape);
    if (read.kind !== 'number') continue;
    const written = text.replaceAll(',', '');
    if (withoutZeros(written) !== read.value) return false;
    isFound ||= written.includes('.');
  }
  return isFound;
}

/**
 * Reads the numbers of a row, and gives a message for each text that is no number. `plain` are the fields whose cells are
 * plain decimals.
 */
export function readNumbers(
  d: ResourceDefinition,
  values: Record<string, unknown>,
  errors: Record<string, string[]>,
  plain: ReadonlySet<string> | undefined,
): void {
  for (const [name, text] of Object.entries(values)) {
    const f = d.fields[name];
    const shape = f && numberShape(f);
    if (!shape || typeof text !== 'string' || plain?.has(name)) continue;
    const read = readTypedNumber(text, shape);
    if (read.kind === 'number') values[name] = read.value;
    if ('problem' in read) errors[name] = [read.problem];
  }
}
