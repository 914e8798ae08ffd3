import { getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import {
  type ArrangedColumn,
  type ColumnLayout,
  type LayoutFrame,
  USUAL_LAYOUT,
  adoptNamed,
  arrangeColumns,
  isUsual,
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
const arrange = (layout: ColumnLayout = USUAL_LAYOUT, frame: Partial<LayoutFrame> = {}) =>
  arrangeColumns(availableColumns(region), layout, { ...FRAME, ...frame });
const names = (columns: readonly ArrangedColumn[]) => columns.map((c) => c.column);
const shown = (columns: readonly ArrangedColumn[]) => names(columns.filter((c) => c.isShown));

describe('the columns of a list', () => {
  it('start as the definition has them, with who changed the record last', () => {
    expect(shown(arrange())).toEqual(['id', 'code', 'name', 'updated_at', 'updated_by.name']);
  });

  it('say when and by whom beside the name where deleted records are shown', () => {
    expect(shown(arrange(USUAL_LAYOUT, { trash: true }))).toEqual([
      'id',
      'code',
      'name',
      'deleted_at',
      'deleted_by.name',
      'updated_at',
      'updated_by.name',
    ]);
  });

  it('leave out what is the same in every row', () => {
    expect(names(arrange(USUAL_LAYOUT, { without: new Set(['code']) }))).not.toContain('code');
  });

  it('are those that the address names, in its order', () => {
    expect(shown(arrange(USUAL_LAYOUT, { named: ['name', 'created_at'] }))).toEqual(['name', 'created_at']);
  });

  it('keep the order of the user, and put a column that is new beside its neighbour', () => {
    const layout = { ...USUAL_LAYOUT, order: ['name', 'id', 'gone', 'updated_by.name'] };
    const order = names(arrange(layout));
    expect(order.indexOf('name')).toBe(0);
    expect(order.indexOf('code')).toBe(order.indexOf('id') + 1);
    expect(order).not.toContain('gone');
    expect(order).toHaveLength(names(arrange()).length);
  });

  it('of guests begin with the guest, whose name stays until somebody unpins it', () => {
    const member = availableColumns(getResource('member'));
    const pinnedOf = (layout: ColumnLayout) => names(arrangeColumns(member, layout, FRAME).filter((c) => c.isPinned));
    expect(pinnedOf(USUAL_LAYOUT)).toEqual(['first_name']);
    expect(pinnedOf(setPinned(USUAL_LAYOUT, 'first_name', false))).toEqual([]);
  });

  it('stand at the left edge while they are pinned', () => {
    const columns = arrange(setPinned(USUAL_LAYOUT, 'name', true));
    expect(columns[0]).toMatchObject({ column: 'name', isPinned: true });
    expect(names(arrange(setPinned({ ...USUAL_LAYOUT, pinned: { name: true } }, 'name', false)))[0]).toBe('id');
  });
});

describe('moving a column', () => {
  it('puts it before or after another one', () => {
    expect(shown(arrange(moveColumn(USUAL_LAYOUT, arrange(), 'name', 'id', 'before'))).slice(0, 3)).toEqual([
      'name',
      'id',
      'code',
    ]);
    expect(shown(arrange(moveColumn(USUAL_LAYOUT, arrange(), 'id', 'code', 'after'))).slice(0, 3)).toEqual([
      'code',
      'id',
      'name',
    ]);
  });

  it('pins it among pinned ones and frees it among the others', () => {
    const pinned = { ...USUAL_LAYOUT, pinned: { id: true } };
    const joined = moveColumn(pinned, arrange(pinned), 'name', 'id', 'before');
    expect(joined.pinned).toEqual({ id: true, name: true });
    const left = moveColumn(joined, arrange(joined), 'id', 'code', 'after');
    expect(left.pinned).toEqual({ id: false, name: true });
  });

  it('changes nothing where there is nowhere to go', () => {
    expect(moveColumn(USUAL_LAYOUT, arrange(), 'id', 'id', 'before')).toBe(USUAL_LAYOUT);
    expect(moveColumn(USUAL_LAYOUT, arrange(), 'id', 'gone', 'before')).toBe(USUAL_LAYOUT);
    expect(shiftColumn(USUAL_LAYOUT, arrange(), 'id', -1)).toBe(USUAL_LAYOUT);
    expect(shiftColumn(USUAL_LAYOUT, arrange(), 'updated_by.name', 1)).toBe(USUAL_LAYOUT);
  });

  it('goes past hidden ones by one place on screen', () => {
    const layout = setShown(USUAL_LAYOUT, arrange(), 'code', false);
    expect(shown(arrange(shiftColumn(layout, arrange(layout), 'id', 1))).slice(0, 2)).toEqual(['name', 'id']);
  });
});

describe('showing, hiding and sizing', () => {
  it('never hides the last column', () => {
    const only = { ...USUAL_LAYOUT, shown: Object.fromEntries(names(arrange()).map((c) => [c, c === 'id'])) };
    expect(setShown(only, arrange(only), 'id', false)).toBe(only);
  });

  it('keeps widths within bounds and gives the usual one back', () => {
    const sized = setWidths(USUAL_LAYOUT, { id: 5, name: 333.4 });
    expect(sized.widths).toEqual({ id: 60, name: 333 });
    expect(arrange(sized).find((c) => c.column === 'name')).toMatchObject({ width: 333, isSized: true });
    expect(arrange(resetWidth(sized, 'name')).find((c) => c.column === 'name')).toMatchObject({
      width: 240,
      isSized: false,
    });
  });

  it('makes the columns of a link the own ones when they are changed', () => {
    const arranged = arrange(USUAL_LAYOUT, { named: ['name', 'id'] });
    expect(shown(arrange(adoptNamed(USUAL_LAYOUT, arranged)))).toEqual(['name', 'id']);
  });
});

describe('a kept layout', () => {
  it('comes back as it was kept', () => {
    const layout = { order: ['name', 'id'], shown: { code: false }, pinned: { name: true }, widths: { name: 300 } };
    expect(readLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout);
  });

  it('of an earlier version keeps its pinned columns', () => {
    expect(readLayout({ pinned: ['name'] }).pinned).toEqual({ name: true });
  });

  it.each([
    [null],
    ['text'],
    [[]],
    [{ order: 'id', shown: { id: 'yes' }, pinned: [1], widths: { id: '90', name: 5, code: 1e9 } }],
  ])('that is damaged ($0) is the usual one', (kept) => {
    expect(isUsual(readLayout(kept))).toBe(true);
  });
});
