import { escapeXml, textXml } from './xlsx-cells.ts';
import type { FooterRow, FootSum, SheetColumn, SubtotalRow } from './xlsx-lines.ts';

/** The lines of a sheet from its second row on, below the headings. */
export interface Range {
  readonly sheet: string;
  rows: number;
}

interface RowBlock {
  /** Empty if everything is on this sheet. */
  readonly sheet: string;
  readonly first: number;
  readonly last: number;
}

/** The row's outline depth in a sheet, as an attribute. */
export const outlineLevelAttribute = (depth: number): string => (depth > 0 ? ` outlineLevel="${depth}"` : '');

/** Grand totals. Each row counts once, even with subtotals in between. */
export function footXml(
  columns: readonly SheetColumn[],
  letters: readonly string[],
  { label, sums }: FooterRow,
  rowNumber: number,
  { ranges, depth }: { readonly ranges: readonly Range[]; readonly depth: number },
): string {
  const blocks = ranges.map(({ sheet, rows }) => ({
    sheet: ranges.length > 1 ? sheet : '',
    first: 2,
    last: Math.max(rows, 1) + 1,
  }));
  const labelColumn = columns.findIndex((_, i) => !sums.some(({ column }) => column === i));
  return sumsXml({ columns, letters, label, sums, rowNumber, at: labelColumn, blocks, hasSubtotals: depth > 0 });
}

/** The subtotal of a group: sums the rows above it, even if the group began on the previous sheet. */
export function subtotalXml(
  columns: readonly SheetColumn[],
  letters: readonly string[],
  { label, sums, at, depth, above }: SubtotalRow,
  rowNumber: number,
  ranges: readonly Range[],
): string {
  const blocks: RowBlock[] = [];
  let remaining = above;
  for (let i = ranges.length - 1; i >= 0 && remaining > 0; i -= 1) {
    const { sheet = '', rows = 0 } = ranges[i] ?? {};
    const last = i === ranges.length - 1 ? rowNumber - 1 : rows + 1;
    const first = Math.max(2, last - remaining + 1);
    if (last >= first) blocks.unshift({ sheet: i === ranges.length - 1 ? '' : sheet, first, last });
    remaining -= Math.max(0, last - first + 1);
  }
  return sumsXml({ columns, letters, label, sums, rowNumber, at, blocks, hasSubtotals: true, depth });
}

interface SumRow extends FooterRow {
  readonly columns: readonly SheetColumn[];
  readonly letters: readonly string[];
  readonly rowNumber: number;
  readonly at: number;
  readonly blocks: readonly RowBlock[];
  /** Whether the lines include subtotals. */
  readonly hasSubtotals: boolean;
  readonly depth?: number;
}

function sumsXml({ columns, letters, label, sums, rowNumber, at, blocks, hasSubtotals, depth = 0 }: SumRow): string {
  const cells = columns.map(({ kind }, i) => {
    if (i === at) return `<c r="${letters[i]}${rowNumber}" s="1" t="inlineStr">${textXml(label)}</c>`;
    const sum = sums.find(({ column }) => column === i);
    if (!sum) return '';
    const formula = sum.isStated ? '' : `<f>${escapeXml(formulaOf(sum, letters, blocks, hasSubtotals))}</f>`;
    return `<c r="${letters[i]}${rowNumber}" s="${kind === 'integer' ? 1 : 5}">${formula}<v>${sum.value}</v></c>`;
  });
  return `<row r="${rowNumber}"${outlineLevelAttribute(depth)}>${cells.join('')}</row>`;
}

/**
 * `SUM(D2:D90)`; with subtotals `SUBTOTAL(9,D2:D90)`, which excludes other subtotals. For one currency `SUMIF`, one per
 * block: subtotals are empty in that column, so `SUMIF` excludes them too.
 */
function formulaOf(
  { column, where }: FootSum,
  letters: readonly string[],
  blocks: readonly RowBlock[],
  hasSubtotals: boolean,
): string {
  const rangeOf = (i: number, { sheet, first, last }: RowBlock) =>
    `${sheet === '' ? '' : `'${sheet}'!`}${letters[i]}${first}:${letters[i]}${last}`;
  if (!where) {
    const ranges = blocks.map((block) => rangeOf(column, block)).join(',');
    return hasSubtotals ? `SUBTOTAL(9,${ranges})` : `SUM(${ranges})`;
  }
  const text = where.text.replaceAll('"', '""');
  return blocks.map((block) => `SUMIF(${rangeOf(where.column, block)},"${text}",${rangeOf(column, block)})`).join('+');
}
