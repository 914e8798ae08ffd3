import { VERBS } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { setGranted, filterGrid, buildRolesGrid, collectRoles, checkState } from './roles-grid.ts';

const createModuleRoles = (id: number, slug: string, name: string, group: { id: number; name: string }) =>
  VERBS.map((verb, verbIndex) => ({
    id: id * 10 + verbIndex,
    name: `${verb}_${slug}`,
    label: '',
    module_id: id,
    module: { id, name, group },
  }));
const companyGroup = { id: 1, name: 'Company' };
const systemGroup = { id: 2, name: 'System' };
const grid = buildRolesGrid(
  [
    ...createModuleRoles(1, 'MEMBER', 'Members', companyGroup),
    ...createModuleRoles(2, 'HOTEL', 'Hotels', systemGroup),
    ...createModuleRoles(3, 'REGION', 'Regions', systemGroup),
  ],
  'en',
);
const canGrantAll = () => true;

describe('table of rights', () => {
  it('has a row for each module under its group, and a column for each verb', () => {
    expect(grid.map((group) => [group.name, group.modules.map((module) => module.name)])).toEqual([
      ['Company', ['Members']],
      ['System', ['Hotels', 'Regions']],
    ]);
    expect(grid[1]?.modules[0]?.roles.STORE).toEqual({ id: 21, code: 'STORE_HOTEL' });
  });

  it('omits rights that belong to no module', () => {
    expect(
      buildRolesGrid(
        [
          { id: 1, name: 'SOMETHING', module: { id: 1, name: 'A' } },
          { id: 2, name: 'VIEW_A' },
        ],
        'en',
      ),
    ).toEqual([]);
  });

  it('has only View for a report, because its other rights open nothing', () => {
    const reportGrid = buildRolesGrid(
      [
        ...createModuleRoles(1, 'SALES_REPORT', 'Sales report', companyGroup),
        ...createModuleRoles(2, 'REPORT', 'Report setup', companyGroup),
      ],
      'en',
    );
    expect(reportGrid[0]?.modules.map(({ roles }) => Object.keys(roles))).toEqual([['VIEW'], [...VERBS]]);
  });

  it('filters by group and search text', () => {
    expect(filterGrid(grid, 2, '').map((g) => g.name)).toEqual(['System']);
    expect(filterGrid(grid, null, ' HOT').flatMap((g) => g.modules.map((m) => m.name))).toEqual(['Hotels']);
    expect(filterGrid(grid, 1, 'hotel')).toEqual([]);
  });

  it('reports whether a row is granted fully, partly or not at all', () => {
    const roles = collectRoles(grid[1]?.modules ?? []);
    expect(checkState(roles, new Set())).toBe('none');
    expect(checkState(roles, new Set([20]))).toBe('some');
    expect(checkState(roles, new Set(roles.map((r) => r.id)))).toBe('all');
  });

  it('grants and revokes a column, and nothing else', () => {
    const viewRoles = collectRoles(
      grid.flatMap((g) => g.modules),
      'VIEW',
    );
    expect(setGranted(new Set([11]), viewRoles, true, canGrantAll)).toEqual([10, 11, 20, 30]);
    expect(setGranted(new Set([10, 11, 20]), viewRoles, false, canGrantAll)).toEqual([11]);
  });

  it('never changes a right that the user may not grant', () => {
    const memberRoles = collectRoles(grid[0]?.modules ?? []);
    expect(setGranted(new Set(), memberRoles, true, (code) => code !== 'DELETE_MEMBER')).toEqual([10, 11, 12]);
    expect(setGranted(new Set([13]), memberRoles, false, (code) => code !== 'DELETE_MEMBER')).toEqual([13]);
  });
});
