import { type Language, MONEY_SCALE, decimalOf, decimalUnits } from '@innkeeper/contract';
import type { Lines, Row, Rows, SubtotalRow } from '../../engine/import-export/xlsx-lines.ts';
import { formatCell, formatNumber } from '../../engine/import-export/format-cell.ts';
import { formatDay } from '../../platform/http/format-day.ts';
import type { RunColumn } from './report-columns.ts';
import type { SumColumn } from './sums.ts';
import { describeAllMissingRates } from './missing-rate-counts.ts';
import { reportFileTexts } from '../../texts/report-files.ts';

/** How the rows of a file are summed group by group while they stream. */
export interface Grouping {
  readonly columns: readonly RunColumn[];
  /** The grouping columns, outermost first; they are among the columns. */
  readonly group: readonly RunColumn[];
  /** Whether a column is summed. */
  readonly isSum: (key: string) => boolean;
  /** Position of the column with the currency of a row. */
  readonly currencyAt: number;
  /** The counts in each row, after its currency: how many records each sum in US dollars excludes. */
  readonly counts: readonly SumColumn[];
  readonly language: Language;
}

/** A column that is added up. */
interface SumPosition {
  readonly at: number;
  readonly scale: number;
  readonly isMoney: boolean;
}

interface Sums {
  rows: number;
  /** In the order of the summed columns. */
  readonly units: bigint[];
  /** In the order of the counts. */
  readonly counts: number[];
}

/** A group that may get more rows. */
interface OpenGroup {
  readonly key: string;
  readonly name: string;
  readonly all: Sums;
  readonly byCurrency: Map<string, Sums>;
  /** Whether some row has amounts in several currencies, so that the row has no currency. */
  isMixed: boolean;
  /** Lines of the file so far: rows, and subtotals of inner groups. */
  lines: number;
}

/**
 * Adds subtotals below each group of rows, with one line per currency if there are several. Rows arrive in the order of
 * their groups. After the cells, each row has its currency (null if it has none or several) and its counts; both are
 * passed on.
 */
export async function* addSubtotals(batches: AsyncIterable<Rows>, grouping: Grouping): AsyncGenerator<Lines> {
  const { columns, group } = grouping;
  const sumPositions = createSumPositions(grouping);
  const levels = group.map((column) => ({ column, at: columns.indexOf(column) }));
  const open: OpenGroup[] = [];

  function* close(depth: number): Generator<SubtotalRow> {
    while (open.length > depth) {
      const done = open.pop();
      if (!done) return;
      const { at = 0 } = levels[open.length] ?? {};
      for (const line of formatGroupLines(done, sumPositions, grouping)) {
        yield { ...line, at, depth: open.length, above: done.lines };
        for (const position of [done, ...open]) position.lines += 1;
      }
    }
  }

  for await (const batch of batches) {
    const lines: Lines[number][] = [];
    for (const row of batch) {
      const keys = levels.map(({ column, at }) => keyOf(column, row[at] ?? null));
      const isNew = keys.findIndex((key, depth) => open[depth]?.key !== key);
      if (isNew >= 0) {
        lines.push(...close(isNew));
        for (const { column, at } of levels.slice(isNew))
          open.push(openGroup(column, row[at] ?? null, sumPositions, grouping));
      }
      lines.push(row);
      addRow(open, sumPositions, row, grouping);
    }
    yield lines;
  }
  yield [...close(0)];
}

function createSumPositions({ columns, isSum }: Grouping): readonly SumPosition[] {
  return columns.flatMap(({ key, path: { definition: f } }, at): SumPosition[] => {
    const scale = f.kind === 'money' ? MONEY_SCALE : f.kind === 'decimal' ? f.scale : 0;
    return isSum(key) ? [{ at, scale, isMoney: f.kind === 'money' }] : [];
  });
}

/** Dates and instants are grouped by month. */
const isDay = (type: RunColumn['type']): boolean => type === 'date' || type === 'instant';
const MONTH = 'YYYY-MM'.length;

/** The key that distinguishes a group from others. Null is a group as well, with a key that no text has. */
const keyOf = ({ type }: RunColumn, value: string | null): string =>
  value === null ? '' : `=${isDay(type) ? value.slice(0, MONTH) : value}`;

const createZeroSums = (sumPositions: readonly SumPosition[], { counts }: Grouping): Sums => ({
  rows: 0,
  units: sumPositions.map(() => 0n),
  counts: counts.map(() => 0),
});

function openGroup(
  column: RunColumn,
  value: string | null,
  sumPositions: readonly SumPosition[],
  grouping: Grouping,
): OpenGroup {
  const { language } = grouping;
  const name = value === null ? reportFileTexts.empty[language] : formatGroupName(column, value, language);
  return {
    key: keyOf(column, value),
    name,
    all: createZeroSums(sumPositions, grouping),
    byCurrency: new Map(),
    isMixed: false,
    lines: 0,
  };
}

/** The name of a group, as on the page. */
function formatGroupName({ type, path, key }: RunColumn, value: string, language: Language): string {
  if (isDay(type)) return formatDay(value.slice(0, MONTH), language);
  return formatCell(path.definition, value, language, key.endsWith('.id'));
}

function addRow(open: readonly OpenGroup[], sumPositions: readonly SumPosition[], row: Row, grouping: Grouping): void {
  const width = grouping.columns.length;
  const currency = row[width] ?? null;
  const counts = row.slice(width + 1).map(Number);
  const units = sumPositions.map(({ at, scale }) => decimalUnits(row[at] ?? '0', scale) ?? 0n);
  for (const group of open) {
    group.lines += 1;
    add(group.all, units, counts);
    if (currency === null) group.isMixed = true;
    else {
      const sums = group.byCurrency.get(currency) ?? createZeroSums(sumPositions, grouping);
      group.byCurrency.set(currency, sums);
      add(sums, units, counts);
    }
  }
}

function add(sums: Sums, units: readonly bigint[], counts: readonly number[]): void {
  sums.rows += 1;
  units.forEach((value, i) => (sums.units[i] = (sums.units[i] ?? 0n) + value));
  counts.forEach((value, i) => (sums.counts[i] = (sums.counts[i] ?? 0) + value));
}

type Line = Pick<SubtotalRow, 'label' | 'sums'>;

/**
 * The lines of a group: one, or if its amounts are in several currencies, one per currency and one for columns without
 * a currency.
 */
function formatGroupLines(
  { name, all, byCurrency, isMixed }: OpenGroup,
  sumPositions: readonly SumPosition[],
  grouping: Grouping,
): Line[] {
  const { columns, currencyAt, counts, language } = grouping;
  const totalsOf = (sums: Sums) => Object.fromEntries(counts.map(({ path }, i) => [path.column, sums.counts[i] ?? 0]));
  const filterColumns = (isIn: (position: SumPosition) => boolean) =>
    sumPositions.filter(isIn).flatMap(({ at }) => columns[at] ?? []);
  const line = (
    sums: Sums,
    currency: string | null,
    isIn: (position: SumPosition) => boolean,
    isPart = false,
  ): Line => ({
    label: [
      `${reportFileTexts.subtotal[language]} ${name}`,
      ...(currency === null ? [] : [currency]),
      `${formatNumber(String(sums.rows))} ${reportFileTexts[sums.rows === 1 ? 'oneRow' : 'manyRows'][language]}`,
      ...describeAllMissingRates(filterColumns(isIn), [{ totals: totalsOf(sums) }], language),
    ].join(' · '),
    sums: sumPositions.flatMap((position, i) =>
      isIn(position)
        ? [
            {
              column: position.at,
              value: decimalOf(sums.units[i] ?? 0n, position.scale),
              ...(isPart && currency !== null && { where: { column: currencyAt, text: currency } }),
            },
          ]
        : [],
    ),
  });
  const isMoney = (position: SumPosition) => position.isMoney;
  const isPlain = (position: SumPosition) => !position.isMoney;
  if (isMixed || !sumPositions.some(isMoney)) return [line(all, null, isPlain)];
  const parts = [...byCurrency].toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (parts.length === 1) return [line(all, parts[0]?.[0] ?? null, () => true)];
  return [...parts.map(([currency, sums]) => line(sums, currency, isMoney, true)), line(all, null, isPlain)];
}
