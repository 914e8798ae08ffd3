import { VERBS } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { grant, filterGrid, rolesGrid, rolesOf, ticked } from './roles-grid.ts';

const module = (id: number, slug: string, name: string, group: { id: number; name: string }) =>
  VERBS.map((verb, at) => ({
    id: id * 10 + at,
    name: `${verb}_${slug}`,
    label: '',
    module_id: id,
    module: { id, name, group },
  }));
const company = { id: 1, name: 'Company' };
const system = { id: 2, name: 'System' };
const grid = rolesGrid(
  [
    ...module(1, 'MEMBER', 'Members', company),
    ...module(2, 'HOTEL', 'Hotels', system),
    ...module(3, 'REGION', 'Regions', system),
  ],
  'en',
);
const everything = () => true;

describe('table of rights', () => {
  it('has a row for each module under its group, and a column for each verb', () => {
    expect(grid.map((g) => [g.name, g.modules.map((m) => m.name)])).toEqual([
      ['Company', ['Members']],
      ['System', ['Hotels', 'Regions']],
    ]);
    expect(grid[1]?.modules[0]?.roles.STORE).toEqual({ id: 21, code: 'STORE_HOTEL' });
  });

  it('omits rights that belong to no module', () => {
    expect(
      rolesGrid(
        [
          { id: 1, name: 'SOMETHING', module: { id: 1, name: 'A' } },
          { id: 2, name: 'VIEW_A' },
        ],
        'en',
      ),
    ).toEqual([]);
  });

  it('filters by group and search text', () => {
    expect(filterGrid(grid, 2, '').map((g) => g.name)).toEqual(['System']);
    expect(filterGrid(grid, null, ' HOT').flatMap((g) => g.modules.map((m) => m.name))).toEqual(['Hotels']);
    expect(filterGrid(grid, 1, 'hotel')).toEqual([]);
  });

  it('reports whether a row is granted fully, partly or not at all', () => {
    const roles = rolesOf(grid[1]?.modules ?? []);
    expect(ticked(roles, new Set())).toBe('none');
    expect(ticked(roles, new Set([20]))).toBe('some');
    expect(ticked(roles, new Set(roles.map((r) => r.id)))).toBe('all');
  });

  it('grants and revokes a column, and nothing else', () => {
    const views = rolesOf(
      grid.flatMap((g) => g.modules),
      'VIEW',
    );
    expect(grant(new Set([11]), views, true, everything)).toEqual([10, 11, 20, 30]);
    expect(grant(new Set([10, 11, 20]), views, false, everything)).toEqual([11]);
  });

  it('never changes a right that the user may not grant', () => {
    const row = rolesOf(grid[0]?.modules ?? []);
    expect(grant(new Set(), row, true, (code) => code !== 'DELETE_MEMBER')).toEqual([10, 11, 12]);
    expect(grant(new Set([13]), row, false, (code) => code !== 'DELETE_MEMBER')).toEqual([13]);
  });
});
