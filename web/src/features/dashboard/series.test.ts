import type { Rows } from '@innkeeper/contract';
import type { Cell } from '@innkeeper/contract/calls';
import { describe, expect, it } from 'vitest';
import { MAX_SERIES, added, currenciesOf, groupSmallest, cellsOfMonth, rowsIn, seriesBy, valueOf } from './series.ts';

const cell = (month: string, id: number | null, number: number, usd = '0.00', amounts: Cell['amounts'] = []): Cell => ({
  month,
  id,
  number,
  usd,
  without_rate: 0,
  amounts,
});
const rows: Rows = {
  resource: 'visit',
  conditions: [{ column: 'hotel_id', operator: 'includes', value: '1,2,3' }],
};
const names = Array.from({ length: 9 }, (_, i) => ({ id: i + 1, name: `Hotel ${i + 1}` }));
const cells = names.map(({ id }) => cell('2026-10', id, id, `${id}.50`));

describe('chart values', () => {
  it('add up as decimals of any size', () => {
    expect(added(['0.1', '0.2', '90071992547409930.005'])).toBe('90071992547409930.305');
    expect(added(['-0.005', '0.001'])).toBe('-0.004');
    expect(added([])).toBe('0.000');
  });

  it('are the number, dollars, or the amount in one currency', () => {
    const both = [
      cell('2026-10', 1, 2, '1.25', [{ currency: 'IDR', amount: '20000.000' }]),
      cell('2026-11', 1, 3, '2.50', [
        { currency: 'IDR', amount: '5000.000' },
        { currency: 'SGD', amount: '7.500' },
      ]),
    ];
    expect(valueOf(both, 'number')).toBe('5');
    expect(valueOf(both, 'usd')).toBe('3.750');
    expect(valueOf(both, { currency: 'IDR' })).toBe('25000.000');
    expect(valueOf(cellsOfMonth(both, '2026-11'), { currency: 'SGD' })).toBe('7.500');
    expect(currenciesOf(both)).toEqual(['IDR', 'SGD']);
  });
});

describe('series', () => {
  it('follow the order of their names, each with its own rows instead of all rows', () => {
    const series = seriesBy([...cells.slice(1, 3), cell('2026-10', null, 4)], names, rows, 'hotel_id');
    expect(series.map(({ label }) => label)).toEqual(['Hotel 2', 'Hotel 3', null]);
    expect(series.map((one) => one.rows.conditions)).toEqual([
      [{ column: 'hotel_id', operator: 'includes', value: '2' }],
      [{ column: 'hotel_id', operator: 'includes', value: '3' }],
      [{ column: 'hotel_id', operator: 'null', value: '1' }],
    ]);
  });

  it('are combined without losing any if there are more series than colours', () => {
    const all = seriesBy(cells, names, rows, 'hotel_id');
    const few = groupSmallest(all, 'usd', 'hotel_id', 'Others');
    expect(few).toHaveLength(MAX_SERIES);
    expect(few.map(({ label }) => label)).toEqual(['Hotel 9', 'Hotel 8', 'Hotel 7', 'Hotel 6', 'Hotel 5', 'Others']);
    expect(few.at(-1)?.rows.conditions).toEqual([{ column: 'hotel_id', operator: 'includes', value: '1,2,3,4' }]);
    const sum = (series: typeof few) =>
      valueOf(
        series.flatMap((one) => one.cells),
        'usd',
      );
    expect(sum(few)).toBe(sum(all));
  });

  it('link to the rows of one month, or of all months shown', () => {
    const months = ['2026-09', '2026-10', '2026-11'];
    const date = (month: string | null) =>
      rowsIn(rows, 'visit_date', months, month).conditions.find(({ column }) => column === 'visit_date')?.value;
    expect(date('2026-10')).toBe('2026-10,2026-10');
    expect(date(null)).toBe('2026-09,2026-11');
  });
});
