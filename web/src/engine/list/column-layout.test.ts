import { getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import {
  type ArrangedColumn,
  type ColumnLayout,
  type ColumnConstraints,
  DEFAULT_LAYOUT,
  adoptUrlColumns,
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
const FRAME: ColumnConstraints = { trash: false, named: null, hiddenColumns: new Set() };
const arrangeTestColumns = (layout: ColumnLayout = DEFAULT_LAYOUT, frame: Partial<ColumnConstraints> = {}) =>
  arrangeColumns(availableColumns(region), layout, { ...FRAME, ...frame });
const columnNames = (columns: readonly ArrangedColumn[]) => columns.map((column) => column.column);
const visibleNames = (columns: readonly ArrangedColumn[]) => columnNames(columns.filter((column) => column.isShown));

describe('columns of a list', () => {
  it('default to those of the definition, plus time and author of the last change', () => {
    expect(visibleNames(arrangeTestColumns())).toEqual(['id', 'code', 'name', 'updated_at', 'updated_by.name']);
  });

  it('include time and author of the deletion next to the name in the trash', () => {
    expect(visibleNames(arrangeTestColumns(DEFAULT_LAYOUT, { trash: true }))).toEqual([
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
    expect(columnNames(arrangeTestColumns(DEFAULT_LAYOUT, { hiddenColumns: new Set(['code']) }))).not.toContain('code');
  });

  it('follow the columns and order of the URL', () => {
    expect(visibleNames(arrangeTestColumns(DEFAULT_LAYOUT, { named: ['name', 'created_at'] }))).toEqual([
      'name',
      'created_at',
    ]);
  });

  it("preserve the user's order and place a new column next to its neighbour", () => {
    const layout = { ...DEFAULT_LAYOUT, order: ['name', 'id', 'gone', 'updated_by.name'] };
    const order = columnNames(arrangeTestColumns(layout));
    expect(order.indexOf('name')).toBe(0);
    expect(order.indexOf('code')).toBe(order.indexOf('id') + 1);
    expect(order).not.toContain('gone');
    expect(order).toHaveLength(columnNames(arrangeTestColumns()).length);
  });

  it("start with the member's name in the member list, pinned until it is unpinned", () => {
    const member = availableColumns(getResource('member'));
    const pinnedNames = (layout: ColumnLayout) =>
      columnNames(arrangeColumns(member, layout, FRAME).filter((column) => column.isPinned));
    expect(pinnedNames(DEFAULT_LAYOUT)).toEqual(['first_name']);
    expect(pinnedNames(setPinned(DEFAULT_LAYOUT, 'first_name', false))).toEqual([]);
  });

  it('move to the left edge while pinned', () => {
    const columns = arrangeTestColumns(setPinned(DEFAULT_LAYOUT, 'name', true));
    expect(columns[0]).toMatchObject({ column: 'name', isPinned: true });
    expect(
      columnNames(arrangeTestColumns(setPinned({ ...DEFAULT_LAYOUT, pinned: { name: true } }, 'name', false)))[0],
    ).toBe('id');
  });
});

describe('moving a column', () => {
  it('places it before or after another one', () => {
    expect(
      visibleNames(arrangeTestColumns(moveColumn(DEFAULT_LAYOUT, arrangeTestColumns(), 'name', 'id', 'before'))).slice(
        0,
        3,
      ),
    ).toEqual(['name', 'id', 'code']);
    expect(
      visibleNames(arrangeTestColumns(moveColumn(DEFAULT_LAYOUT, arrangeTestColumns(), 'id', 'code', 'after'))).slice(
        0,
        3,
      ),
    ).toEqual(['code', 'id', 'name']);
  });

  it('pins it among pinned columns and unpins it among others', () => {
    const layout = { ...DEFAULT_LAYOUT, pinned: { id: true } };
    const pinnedLayout = moveColumn(layout, arrangeTestColumns(layout), 'name', 'id', 'before');
    expect(pinnedLayout.pinned).toEqual({ id: true, name: true });
    const unpinnedLayout = moveColumn(pinnedLayout, arrangeTestColumns(pinnedLayout), 'id', 'code', 'after');
    expect(unpinnedLayout.pinned).toEqual({ id: false, name: true });
  });

  it('changes nothing if there is no target', () => {
    expect(moveColumn(DEFAULT_LAYOUT, arrangeTestColumns(), 'id', 'id', 'before')).toBe(DEFAULT_LAYOUT);
    expect(moveColumn(DEFAULT_LAYOUT, arrangeTestColumns(), 'id', 'gone', 'before')).toBe(DEFAULT_LAYOUT);
    expect(shiftColumn(DEFAULT_LAYOUT, arrangeTestColumns(), 'id', -1)).toBe(DEFAULT_LAYOUT);
    expect(shiftColumn(DEFAULT_LAYOUT, arrangeTestColumns(), 'updated_by.name', 1)).toBe(DEFAULT_LAYOUT);
  });

  it('skips hidden columns', () => {
    const layout = setShown(DEFAULT_LAYOUT, arrangeTestColumns(), 'code', false);
    expect(
      visibleNames(arrangeTestColumns(shiftColumn(layout, arrangeTestColumns(layout), 'id', 1))).slice(0, 2),
    ).toEqual(['name', 'id']);
  });
});

describe('showing, hiding and sizing', () => {
  it('never hides the last column', () => {
    const oneColumnLayout = {
      ...DEFAULT_LAYOUT,
      shown: Object.fromEntries(columnNames(arrangeTestColumns()).map((column) => [column, column === 'id'])),
    };
    expect(setShown(oneColumnLayout, arrangeTestColumns(oneColumnLayout), 'id', false)).toBe(oneColumnLayout);
  });

  it('limits widths and resets to the default', () => {
    const sizedLayout = setWidths(DEFAULT_LAYOUT, { id: 5, name: 333.4 });
    expect(sizedLayout.widths).toEqual({ id: 60, name: 333 });
    expect(arrangeTestColumns(sizedLayout).find((column) => column.column === 'name')).toMatchObject({
      width: 333,
      isSized: true,
    });
    expect(
      arrangeTestColumns(resetWidth(sizedLayout, 'name')).find((column) => column.column === 'name'),
    ).toMatchObject({
      width: 240,
      isSized: false,
    });
  });

  it("adopts the columns of a link as the user's own on change", () => {
    const columns = arrangeTestColumns(DEFAULT_LAYOUT, { named: ['name', 'id'] });
    expect(visibleNames(arrangeTestColumns(adoptUrlColumns(DEFAULT_LAYOUT, columns)))).toEqual(['name', 'id']);
  });
});

describe('stored layout', () => {
  it('is restored unchanged', () => {
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
  ])('falls back to the default if it is damaged ($0)', (storedLayout) => {
    expect(isDefaultLayout(readLayout(storedLayout))).toBe(true);
  });
});
