import type { RowSelection } from '@innkeeper/contract';
import type { Cell } from '@innkeeper/contract/calls';
import { describe, expect, it } from 'vitest';
import { currenciesOf, groupSmallest, cellsOfMonth, rowsOfMonths, groupIntoSeries, valueOf } from './series.ts';
import { MAX_SERIES } from '../../ui/series-shades.ts';

const createCell = (
  month: string,
  id: number | null,
  number: number,
  usd = '0.00',
  amounts: Cell['amounts'] = [],
): Cell => ({
  month,
  id,
  number,
  usd,
  amounts,
});
const rows: RowSelection = {
  resource: 'visit',
  conditions: [{ column: 'hotel_id', operator: 'includes', value: '1,2,3' }],
};
const hotelNames = Array.from({ length: 9 }, (_, index) => ({ id: index + 1, name: `Hotel ${index + 1}` }));
const cells = hotelNames.map(({ id }) => createCell('2026-10', id, id, `${id}.50`));

describe('chart values', () => {
  it('are the number, dollars, or the amount in one currency', () => {
    const testCells = [
      createCell('2026-10', 1, 2, '1.25', [{ currency: 'IDR', amount: '20000.000' }]),
      createCell('2026-11', 1, 3, '2.50', [
        { currency: 'IDR', amount: '5000.000' },
        { currency: 'SGD', amount: '7.500' },
      ]),
    ];
    expect(valueOf(testCells, 'number')).toBe('5');
    expect(valueOf(testCells, 'usd')).toBe('3.750');
    expect(valueOf(testCells, { currency: 'IDR' })).toBe('25000.000');
    expect(valueOf(cellsOfMonth(testCells, '2026-11'), { currency: 'SGD' })).toBe('7.500');
    expect(currenciesOf(testCells)).toEqual(['IDR', 'SGD']);
  });
});

describe('series', () => {
  it('follow the order of their names, each with its own rows instead of all rows', () => {
    const series = groupIntoSeries(
      [...cells.slice(1, 3), createCell('2026-10', null, 4)],
      hotelNames,
      rows,
      'hotel_id',
    );
    expect(series.map(({ label }) => label)).toEqual(['Hotel 2', 'Hotel 3', null]);
    expect(series.map((oneSeries) => oneSeries.rows.conditions)).toEqual([
      [{ column: 'hotel_id', operator: 'includes', value: '2' }],
      [{ column: 'hotel_id', operator: 'includes', value: '3' }],
      [{ column: 'hotel_id', operator: 'null', value: '1' }],
    ]);
  });

  it('are combined without losing any if there are more series than colours', () => {
    const allSeries = groupIntoSeries(cells, hotelNames, rows, 'hotel_id');
    const groupedSeries = groupSmallest(allSeries, 'usd', 'hotel_id', 'Others');
    expect(groupedSeries).toHaveLength(MAX_SERIES);
    expect(groupedSeries.map(({ label }) => label)).toEqual([
      'Hotel 9',
      'Hotel 8',
      'Hotel 7',
      'Hotel 6',
      'Hotel 5',
      'Others',
    ]);
    expect(groupedSeries.at(-1)?.rows.conditions).toEqual([
      { column: 'hotel_id', operator: 'includes', value: '1,2,3,4' },
    ]);
    const sumOf = (series: typeof groupedSeries) =>
      valueOf(
        series.flatMap(({ cells: seriesCells }) => seriesCells),
        'usd',
      );
    expect(sumOf(groupedSeries)).toBe(sumOf(allSeries));
  });

  it('link to the rows of one month, or of all months shown', () => {
    const months = ['2026-09', '2026-10', '2026-11'];
    const dateFilter = (month: string | null) =>
      rowsOfMonths(rows, 'visit_date', months, month).conditions.find(({ column }) => column === 'visit_date')?.value;
    expect(dateFilter('2026-10')).toBe('2026-10,2026-10');
    expect(dateFilter(null)).toBe('2026-09,2026-11');
  });
});
