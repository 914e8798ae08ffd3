import { type Language, MONEY_SCALE, formatDecimal, parseDecimalUnits } from '@innkeeper/contract';
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
  readonly currencyIndex: number;
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
  readonly totalSums: Sums;
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
  const groupLevels = group.map((column) => ({ column, at: columns.indexOf(column) }));
  const openGroups: OpenGroup[] = [];

  function* closeGroups(depth: number): Generator<SubtotalRow> {
    while (openGroups.length > depth) {
      const closedGroup = openGroups.pop();
      if (!closedGroup) return;
      const { at = 0 } = groupLevels[openGroups.length] ?? {};
      for (const line of formatGroupLines(closedGroup, sumPositions, grouping)) {
        yield { ...line, at, depth: openGroups.length, above: closedGroup.lines };
        for (const group of [closedGroup, ...openGroups]) group.lines += 1;
      }
    }
  }

  for await (const batch of batches) {
    const lines: Lines[number][] = [];
    for (const row of batch) {
      const keys = groupLevels.map(({ column, at }) => groupKeyOf(column, row[at] ?? null));
      const changedDepth = keys.findIndex((key, depth) => openGroups[depth]?.key !== key);
      if (changedDepth >= 0) {
        lines.push(...closeGroups(changedDepth));
        for (const { column, at } of groupLevels.slice(changedDepth))
          openGroups.push(createGroup(column, row[at] ?? null, sumPositions, grouping));
      }
      lines.push(row);
      addRow(openGroups, sumPositions, row, grouping);
    }
    yield lines;
  }
  yield [...closeGroups(0)];
}

function createSumPositions({ columns, isSum }: Grouping): readonly SumPosition[] {
  return columns.flatMap(({ key, path: { definition: f } }, at): SumPosition[] => {
    const scale = f.kind === 'money' ? MONEY_SCALE : f.kind === 'decimal' ? f.scale : 0;
    return isSum(key) ? [{ at, scale, isMoney: f.kind === 'money' }] : [];
  });
}

/** Dates and instants are grouped by month. */
const isDateType = (type: RunColumn['type']): boolean => type === 'date' || type === 'instant';
const MONTH_LENGTH = 'YYYY-MM'.length;

/** The key that distinguishes a group from others. Null is a group as well, with a key that no text has. */
const groupKeyOf = ({ type }: RunColumn, value: string | null): string =>
  value === null ? '' : `=${isDateType(type) ? value.slice(0, MONTH_LENGTH) : value}`;

const createZeroSums = (sumPositions: readonly SumPosition[], { counts }: Grouping): Sums => ({
  rows: 0,
  units: sumPositions.map(() => 0n),
  counts: counts.map(() => 0),
});

function createGroup(
  column: RunColumn,
  value: string | null,
  sumPositions: readonly SumPosition[],
  grouping: Grouping,
): OpenGroup {
  const { language } = grouping;
  const name = value === null ? reportFileTexts.empty[language] : formatGroupName(column, value, language);
  return {
    key: groupKeyOf(column, value),
    name,
    totalSums: createZeroSums(sumPositions, grouping),
    byCurrency: new Map(),
    isMixed: false,
    lines: 0,
  };
}

/** The name of a group, as on the page. */
function formatGroupName({ type, path, key }: RunColumn, value: string, language: Language): string {
  if (isDateType(type)) return formatDay(value.slice(0, MONTH_LENGTH), language);
  return formatCell(path.definition, value, language, key.endsWith('.id'));
}

function addRow(
  openGroups: readonly OpenGroup[],
  sumPositions: readonly SumPosition[],
  row: Row,
  grouping: Grouping,
): void {
  const width = grouping.columns.length;
  const currency = row[width] ?? null;
  const counts = row.slice(width + 1).map(Number);
  const units = sumPositions.map(({ at, scale }) => parseDecimalUnits(row[at] ?? '0', scale) ?? 0n);
  for (const group of openGroups) {
    group.lines += 1;
    addToSums(group.totalSums, units, counts);
    if (currency === null) group.isMixed = true;
    else {
      const sums = group.byCurrency.get(currency) ?? createZeroSums(sumPositions, grouping);
      group.byCurrency.set(currency, sums);
      addToSums(sums, units, counts);
    }
  }
}

function addToSums(sums: Sums, units: readonly bigint[], counts: readonly number[]): void {
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
  { name, totalSums, byCurrency, isMixed }: OpenGroup,
  sumPositions: readonly SumPosition[],
  grouping: Grouping,
): Line[] {
  const { columns, currencyIndex, counts, language } = grouping;
  const toTotals = (sums: Sums) => Object.fromEntries(counts.map(({ path }, i) => [path.column, sums.counts[i] ?? 0]));
  const filterColumns = (includesPosition: (position: SumPosition) => boolean) =>
    sumPositions.filter(includesPosition).flatMap(({ at }) => columns[at] ?? []);
  const createLine = (
    sums: Sums,
    currency: string | null,
    includesPosition: (position: SumPosition) => boolean,
    isPerCurrency = false,
  ): Line => ({
    label: [
      `${reportFileTexts.subtotal[language]} ${name}`,
      ...(currency === null ? [] : [currency]),
      `${formatNumber(String(sums.rows))} ${reportFileTexts[sums.rows === 1 ? 'oneRow' : 'manyRows'][language]}`,
      ...describeAllMissingRates(filterColumns(includesPosition), [{ totals: toTotals(sums) }], language),
    ].join(' · '),
    sums: sumPositions.flatMap((position, i) =>
      includesPosition(position)
        ? [
            {
              column: position.at,
              value: formatDecimal(sums.units[i] ?? 0n, position.scale),
              ...(isPerCurrency && currency !== null && { where: { column: currencyIndex, text: currency } }),
            },
          ]
        : [],
    ),
  });
  const isMoney = (position: SumPosition) => position.isMoney;
  const isNotMoney = (position: SumPosition) => !position.isMoney;
  if (isMixed || !sumPositions.some(isMoney)) return [createLine(totalSums, null, isNotMoney)];
  const currencySums = [...byCurrency].toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (currencySums.length === 1) return [createLine(totalSums, currencySums[0]?.[0] ?? null, () => true)];
  return [
    ...currencySums.map(([currency, sums]) => createLine(sums, currency, isMoney, true)),
    createLine(totalSums, null, isNotMoney),
  ];
}
