import { type Condition, getResource, resourceKeys } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import {
  type FilterWay,
  carryValue,
  choiceSource,
  filterWays,
  findCondition,
  modeOf,
  monthOf,
  monthRange,
  setCondition,
  toCondition,
} from './column-filter.ts';
import { availableColumns } from '../data/list-columns.ts';

const member = getResource('member');
const way = (column: string, mode: string, d = member): FilterWay => {
  const found = filterWays(d, column).find((w) => w.mode === mode);
  if (!found) throw new Error(`${column} cannot be filtered by ${mode}`);
  return found;
};

describe('the ways to filter a column', () => {
  it('are those of its kind, with empty and not empty', () => {
    expect(filterWays(member, 'last_name').map((w) => w.mode)).toEqual([
      'contains',
      'start',
      'end',
      'matches',
      'exact',
      'empty',
      'filled',
    ]);
    expect(filterWays(member, 'id').map((w) => w.mode)).toEqual(['eq', 'gt', 'gte', 'lt', 'lte', 'empty', 'filled']);
    expect(filterWays(member, 'created_at').map((w) => w.mode)).toEqual([
      'date_between',
      'month',
      'moment',
      'time',
      'preset',
      'empty',
      'filled',
    ]);
  });

  it('begin with the records to choose from where a column shows another record', () => {
    const ways = filterWays(member, 'hotel.code');
    expect(ways[0]).toMatchObject({ mode: 'includes', column: 'hotel_id' });
    expect(ways.find((w) => w.mode === 'contains')?.column).toBe('hotel.code');
    expect(ways.at(-1)).toMatchObject({ mode: 'filled', column: 'hotel_id' });
  });

  it('reach through several references', () => {
    expect(filterWays(getResource('hotel'), 'region.code')[0]?.column).toBe('country.region_id');
    const access = filterWays(getResource('users'), 'role_group.access_type.name')[0];
    expect(access?.column).toBe('role_group.access_type_id');
    expect(access && choiceSource(access.field)).toEqual({ resource: 'option_detail', slug: 'access-type' });
  });

  it('stay with the text where a column shows more than the name of a record', () => {
    expect(filterWays(getResource('region_users'), 'user.email')[0]).toMatchObject({
      mode: 'contains',
      column: 'user.email',
    });
  });

  it('are there for every column of every list, each named once', () => {
    for (const key of resourceKeys) {
      const d = getResource(key);
      for (const { column, field } of availableColumns(d)) {
        const modes = filterWays(d, column).map((w) => w.mode);
        expect(new Set(modes).size).toBe(modes.length);
        expect(modes.includes('empty'), `${key} ${column}`).toBe(field.kind !== 'secret');
      }
    }
  });
});

describe('toCondition', () => {
  it('waits for a value', () => {
    expect(toCondition(way('last_name', 'contains'), '')).toBeUndefined();
    expect(toCondition(way('created_at', 'date_between'), ',')).toBeUndefined();
    expect(toCondition(way('created_at', 'month'), '')).toBeUndefined();
  });

  it('needs none for empty and not empty', () => {
    expect(toCondition(way('last_name', 'empty'), '')).toEqual({ column: 'last_name', operator: 'null', value: '1' });
    expect(toCondition(way('hotel.code', 'filled'), '')).toEqual({ column: 'hotel_id', operator: 'null', value: '0' });
  });

  it('makes the days of a month', () => {
    expect(toCondition(way('created_at', 'month'), '2026-02')).toEqual({
      column: 'created_at',
      operator: 'date_between',
      value: '2026-02-01,2026-02-28',
    });
  });

  it('is read back as the mode that made it', () => {
    for (const mode of ['date_between', 'month', 'preset', 'empty', 'filled']) {
      const value = { date_between: '2026-02-03,', month: '2024-02', preset: 'today' }[mode] ?? '';
      const condition = toCondition(way('created_at', mode), value);
      expect(condition && modeOf(condition)).toBe(mode);
    }
  });
});

describe('months', () => {
  it('end on their last day', () => {
    expect(monthRange('2024-02')).toBe('2024-02-01,2024-02-29');
    expect(monthRange('2026-12')).toBe('2026-12-01,2026-12-31');
  });

  it('are recognised only when they are whole', () => {
    expect(monthOf('2026-04-01,2026-04-30')).toBe('2026-04');
    expect(monthOf('2026-04-01,2026-04-29')).toBeUndefined();
    expect(monthOf('2026-04-01,')).toBeUndefined();
    expect(monthOf('')).toBeUndefined();
  });
});

describe('setCondition', () => {
  const name: Condition = { column: 'last_name', operator: 'contains', value: 'a' };
  const hotel: Condition = { column: 'hotel_id', operator: 'includes', value: '1' };
  const ways = filterWays(member, 'hotel.code');

  it('adds, replaces in place and takes away', () => {
    expect(setCondition([name], ways, hotel)).toEqual([name, hotel]);
    const text: Condition = { column: 'hotel.code', operator: 'contains', value: 'J' };
    expect(setCondition([hotel, name], ways, text)).toEqual([text, name]);
    expect(setCondition([hotel, name], ways, undefined)).toEqual([name]);
  });

  it('never leaves two conditions that the address could not tell apart', () => {
    const other: Condition = { column: 'hotel_id', operator: 'excepts', value: '2' };
    expect(setCondition([hotel, other], ways, { ...other, value: '3' })).toEqual([{ ...other, value: '3' }]);
  });

  it('finds the condition under a head', () => {
    expect(findCondition([name, hotel], ways)).toBe(hotel);
    expect(findCondition([name], ways)).toBeUndefined();
  });
});

describe('carryValue', () => {
  const text: Condition = { column: 'last_name', operator: 'contains', value: 'Sur' };

  it('keeps the value where the new mode reads the same kind', () => {
    expect(carryValue(text, way('last_name', 'start'))).toBe('Sur');
    expect(carryValue({ column: 'id', operator: 'eq', value: '5' }, way('id', 'gte'))).toBe('5');
    expect(
      carryValue(
        { column: 'created_at', operator: 'date_between', value: '2026-02-01,2026-02-28' },
        way('created_at', 'date_between'),
      ),
    ).toBe('2026-02-01,2026-02-28');
  });

  it('starts anew where it does not', () => {
    expect(carryValue({ column: 'hotel_id', operator: 'includes', value: '1' }, way('hotel.code', 'contains'))).toBe(
      '',
    );
    expect(carryValue({ column: 'created_at', operator: 'preset', value: 'today' }, way('created_at', 'month'))).toBe(
      '',
    );
    expect(carryValue(undefined, way('last_name', 'start'))).toBe('');
  });
});
