import { type Condition, getResource, resourceKeys } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import {
  type FilterOption,
  carryValue,
  choiceSource,
  filterOptions,
  findCondition,
  modeOf,
  monthOf,
  monthRange,
  setCondition,
  toCondition,
} from './column-filter.ts';
import { availableColumns } from './list-columns.ts';

const member = getResource('member');
const getFilterOption = (column: string, mode: string, d = member): FilterOption => {
  const filterOption = filterOptions(d, column).find((filterOption) => filterOption.mode === mode);
  if (!filterOption) throw new Error(`${column} cannot be filtered by ${mode}`);
  return filterOption;
};

describe('filter modes of a column', () => {
  it('are those of its kind, plus empty and not empty', () => {
    expect(filterOptions(member, 'last_name').map((option) => option.mode)).toEqual([
      'contains',
      'start',
      'end',
      'matches',
      'exact',
      'empty',
      'filled',
    ]);
    expect(filterOptions(member, 'id').map((option) => option.mode)).toEqual([
      'eq',
      'gt',
      'gte',
      'lt',
      'lte',
      'empty',
      'filled',
    ]);
    expect(filterOptions(member, 'created_at').map((option) => option.mode)).toEqual([
      'date_between',
      'month',
      'moment',
      'time',
      'preset',
      'empty',
      'filled',
    ]);
  });

  it('start with a choice of records if the column shows another record', () => {
    const options = filterOptions(member, 'hotel.code');
    expect(options[0]).toMatchObject({ mode: 'includes', column: 'hotel_id' });
    expect(options.find((option) => option.mode === 'contains')?.column).toBe('hotel.code');
    expect(options.at(-1)).toMatchObject({ mode: 'filled', column: 'hotel_id' });
    const offeredModes = options.filter(({ isRetired }) => !isRetired).map(({ mode }) => mode);
    expect(offeredModes).toEqual(['includes', 'excepts', 'empty', 'filled']);
  });

  it('follow several references', () => {
    expect(filterOptions(getResource('hotel'), 'region.code')[0]?.column).toBe('country.region_id');
    const accessFilter = filterOptions(getResource('users'), 'role_group.access_type.name')[0];
    expect(accessFilter?.column).toBe('role_group.access_type_id');
    expect(accessFilter && choiceSource(accessFilter.field)).toEqual({
      resource: 'option_detail',
      slug: 'access-type',
    });
  });

  it("are text filters if a column shows more than a record's name", () => {
    expect(filterOptions(getResource('region_users'), 'user.email')[0]).toMatchObject({
      mode: 'contains',
      column: 'user.email',
    });
  });

  it('exist for every column of every list, without duplicates', () => {
    for (const key of resourceKeys) {
      const d = getResource(key);
      for (const { column, field } of availableColumns(d)) {
        const modes = filterOptions(d, column).map((option) => option.mode);
        expect(new Set(modes).size).toBe(modes.length);
        expect(modes.includes('empty'), `${key} ${column}`).toBe(field.kind !== 'secret');
      }
    }
  });
});

describe('toCondition', () => {
  it('returns undefined without a value', () => {
    expect(toCondition(getFilterOption('last_name', 'contains'), '')).toBeUndefined();
    expect(toCondition(getFilterOption('created_at', 'date_between'), ',')).toBeUndefined();
    expect(toCondition(getFilterOption('created_at', 'month'), '')).toBeUndefined();
  });

  it('needs no value for empty and not empty', () => {
    expect(toCondition(getFilterOption('last_name', 'empty'), '')).toEqual({
      column: 'last_name',
      operator: 'null',
      value: '1',
    });
    expect(toCondition(getFilterOption('hotel.code', 'filled'), '')).toEqual({
      column: 'hotel_id',
      operator: 'null',
      value: '0',
    });
  });

  it('converts a month to its days', () => {
    expect(toCondition(getFilterOption('created_at', 'month'), '2026-02')).toEqual({
      column: 'created_at',
      operator: 'date_between',
      value: '2026-02-01,2026-02-28',
    });
  });

  it('is recognised as the mode that created it', () => {
    for (const mode of ['date_between', 'month', 'preset', 'empty', 'filled']) {
      const value = { date_between: '2026-02-03,', month: '2024-02', preset: 'today' }[mode] ?? '';
      const condition = toCondition(getFilterOption('created_at', mode), value);
      expect(condition && modeOf(condition)).toBe(mode);
    }
  });
});

describe('month ranges', () => {
  it('end on their last day', () => {
    expect(monthRange('2024-02')).toBe('2024-02-01,2024-02-29');
    expect(monthRange('2026-12')).toBe('2026-12-01,2026-12-31');
  });

  it('are recognised only if they are complete', () => {
    expect(monthOf('2026-04-01,2026-04-30')).toBe('2026-04');
    expect(monthOf('2026-04-01,2026-04-29')).toBeUndefined();
    expect(monthOf('2026-04-01,')).toBeUndefined();
    expect(monthOf('')).toBeUndefined();
  });
});

describe('setCondition', () => {
  const name: Condition = { column: 'last_name', operator: 'contains', value: 'a' };
  const hotel: Condition = { column: 'hotel_id', operator: 'includes', value: '1' };
  const options = filterOptions(member, 'hotel.code');

  it('adds, replaces in place and removes', () => {
    expect(setCondition([name], options, hotel)).toEqual([name, hotel]);
    const textCondition: Condition = { column: 'hotel.code', operator: 'contains', value: 'J' };
    expect(setCondition([hotel, name], options, textCondition)).toEqual([textCondition, name]);
    expect(setCondition([hotel, name], options, undefined)).toEqual([name]);
  });

  it('never leaves two conditions that the URL could not distinguish', () => {
    const excludedHotel: Condition = { column: 'hotel_id', operator: 'excepts', value: '2' };
    expect(setCondition([hotel, excludedHotel], options, { ...excludedHotel, value: '3' })).toEqual([
      { ...excludedHotel, value: '3' },
    ]);
  });

  it('finds the condition of a column', () => {
    expect(findCondition([name, hotel], options)).toBe(hotel);
    expect(findCondition([name], options)).toBeUndefined();
  });
});

describe('carryValue', () => {
  const text: Condition = { column: 'last_name', operator: 'contains', value: 'Sur' };

  it('keeps the value if the new mode has the same kind', () => {
    expect(carryValue(text, getFilterOption('last_name', 'start'))).toBe('Sur');
    expect(carryValue({ column: 'id', operator: 'eq', value: '5' }, getFilterOption('id', 'gte'))).toBe('5');
    expect(
      carryValue(
        { column: 'created_at', operator: 'date_between', value: '2026-02-01,2026-02-28' },
        getFilterOption('created_at', 'date_between'),
      ),
    ).toBe('2026-02-01,2026-02-28');
  });

  it('clears the value if the new mode has another kind', () => {
    expect(
      carryValue({ column: 'hotel_id', operator: 'includes', value: '1' }, getFilterOption('hotel.code', 'contains')),
    ).toBe('');
    expect(
      carryValue({ column: 'created_at', operator: 'preset', value: 'today' }, getFilterOption('created_at', 'month')),
    ).toBe('');
    expect(carryValue(undefined, getFilterOption('last_name', 'start'))).toBe('');
  });
});
