import { getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import {
  type ArrangedColumn,
  type ColumnLayout,
  type LayoutFrame,
  DEFAULT_LAYOUT,
  adoptNamed,
  arrangeColumns,
  isDefaultLayout,
  moveColumn,
  readLayout,
  resetWidth,
  setPinned,
  setShown,
  setWidths,
  shiftColumn,
} from './column-layout.ts';
import { availableColumns } from '../data/list-columns.ts';

const region = getResource('region');
const FRAME: LayoutFrame = { trash: false, named: null, without: new Set() };
const arrange = (layout: ColumnLayout = DEFAULT_LAYOUT, frame: Partial<LayoutFrame> = {}) =>
  arrangeColumns(availableColumns(region), layout, { ...FRAME, ...frame });
const names = (columns: readonly ArrangedColumn[]) => columns.map((c) => c.column);
const shown = (columns: readonly ArrangedColumn[]) => names(columns.filter((c) => c.isShown));

describe('columns of a list', () => {
  it('default to those of the definition, plus time and author of the last change', () => {
    expect(shown(arrange())).toEqual(['id', 'code', 'name', 'updated_at', 'updated_by.name']);
  });

  it('include time and author of the deletion next to the name in the trash', () => {
    expect(shown(arrange(DEFAULT_LAYOUT, { trash: true }))).toEqual([
      'id',
      'code',
      'name',
      'deleted_at',
      'deleted_by.name',
      'updated_at',
      'updated_by.name',
    ]);
  });

  it('exclude columns with the same value in every row', () => {
    expect(names(arrange(DEFAULT_LAYOUT, { without: new Set(['code']) }))).not.toContain('code');
  });

  it('follow the columns and order of the URL', () => {
    expect(shown(arrange(DEFAULT_LAYOUT, { named: ['name', 'created_at'] }))).toEqual(['name', 'created_at']);
  });

  it("preserve the user's order and place a new column next to its neighbour", () => {
    const layout = { ...DEFAULT_LAYOUT, order: ['name', 'id', 'gone', 'updated_by.name'] };
    const order = names(arrange(layout));
    expect(order.indexOf('name')).toBe(0);
    expect(order.indexOf('code')).toBe(order.indexOf('id') + 1);
    expect(order).not.toContain('gone');
    expect(order).toHaveLength(names(arrange()).length);
  });

  it("start with the member's name in the member list, pinned until it is unpinned", () => {
    const member = availableColumns(getResource('member'));
    const pinnedOf = (layout: ColumnLayout) => names(arrangeColumns(member, layout, FRAME).filter((c) => c.isPinned));
    expect(pinnedOf(DEFAULT_LAYOUT)).toEqual(['first_name']);
    expect(pinnedOf(setPinned(DEFAULT_LAYOUT, 'first_name', false))).toEqual([]);
  });

  it('move to the left edge while pinned', () => {
    const columns = arrange(setPinned(DEFAULT_LAYOUT, 'name', true));
    expect(columns[0]).toMatchObject({ column: 'name', isPinned: true });
    expect(names(arrange(setPinned({ ...DEFAULT_LAYOUT, pinned: { name: true } }, 'name', false)))[0]).toBe('id');
  });
});

describe('moving a column', () => {
  it('places it before or after another one', () => {
    expect(shown(arrange(moveColumn(DEFAULT_LAYOUT, arrange(), 'name', 'id', 'before'))).slice(0, 3)).toEqual([
      'name',
      'id',
      'code',
    ]);
    expect(shown(arrange(moveColumn(DEFAULT_LAYOUT, arrange(), 'id', 'code', 'after'))).slice(0, 3)).toEqual([
      'code',
      'id',
      'name',
    ]);
  });

  it('pins it among pinned columns and unpins it among others', () => {
    const pinned = { ...DEFAULT_LAYOUT, pinned: { id: true } };
    const joined = moveColumn(pinned, arrange(pinned), 'name', 'id', 'before');
    expect(joined.pinned).toEqual({ id: true, name: true });
    const left = moveColumn(joined, arrange(joined), 'id', 'code', 'after');
    expect(left.pinned).toEqual({ id: false, name: true });
  });

  it('changes nothing if there is no target', () => {
    expect(moveColumn(DEFAULT_LAYOUT, arrange(), 'id', 'id', 'before')).toBe(DEFAULT_LAYOUT);
    expect(moveColumn(DEFAULT_LAYOUT, arrange(), 'id', 'gone', 'before')).toBe(DEFAULT_LAYOUT);
    expect(shiftColumn(DEFAULT_LAYOUT, arrange(), 'id', -1)).toBe(DEFAULT_LAYOUT);
    expect(shiftColumn(DEFAULT_LAYOUT, arrange(), 'updated_by.name', 1)).toBe(DEFAULT_LAYOUT);
  });

  it('skips hidden columns', () => {
    const layout = setShown(DEFAULT_LAYOUT, arrange(), 'code', false);
    expect(shown(arrange(shiftColumn(layout, arrange(layout), 'id', 1))).slice(0, 2)).toEqual(['name', 'id']);
  });
});

describe('showing, hiding and sizing', () => {
  it('never hides the last column', () => {
    const only = { ...DEFAULT_LAYOUT, shown: Object.fromEntries(names(arrange()).map((c) => [c, c === 'id'])) };
    expect(setShown(only, arrange(only), 'id', false)).toBe(only);
  });

  it('limits widths and resets to the default', () => {
    const sized = setWidths(DEFAULT_LAYOUT, { id: 5, name: 333.4 });
    expect(sized.widths).toEqual({ id: 60, name: 333 });
    expect(arrange(sized).find((c) => c.column === 'name')).toMatchObject({ width: 333, isSized: true });
    expect(arrange(resetWidth(sized, 'name')).find((c) => c.column === 'name')).toMatchObject({
      width: 240,
      isSized: false,
    });
  });

  it("adopts the columns of a link as the user's own on change", () => {
    const arranged = arrange(DEFAULT_LAYOUT, { named: ['name', 'id'] });
    expect(shown(arrange(adoptNamed(DEFAULT_LAYOUT, arranged)))).toEqual(['name', 'id']);
  });
});

describe('stored layout', () => {
  it('is read as it was stored', () => {
    const layout = { order: ['name', 'id'], shown: { code: false }, pinned: { name: true }, widths: { name: 300 } };
    expect(readLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout);
  });

  it('preserves the pinned columns of an earlier version', () => {
    expect(readLayout({ pinned: ['name'] }).pinned).toEqual({ name: true });
  });

  it.each([
    [null],
    ['text'],
    [[]],
    [{ order: 'id', shown: { id: 'yes' }, pinned: [1], widths: { id: '90', name: 5, code: 1e9 } }],
  ])('falls back to the default if it is damaged ($0)', (stored) => {
    expect(isDefaultLayout(readLayout(stored))).toBe(true);
  });
});
