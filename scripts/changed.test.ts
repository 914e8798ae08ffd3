import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_TESTS, JOURNEYS, findAffected, findTestsImporting, resolveReExports } from './changed.mjs';

const TESTS = [
  'api/src/features/sales/sell.test.ts',
  'api/src/features/sales/refuse.test.ts',
  'api/src/features/visits/move.test.ts',
  'api/src/engine/resources/conformance/lists.test.ts',
  'api/src/features/visits/visit.test.ts',
  'db/src/migrate.test.ts',
  'web/src/features/sales/steps.test.tsx',
  'web/src/engine/list/filters.test.tsx',
  'web/src/engine/every-resource/records.test.tsx',
  'e2e/journeys/sale.spec.ts',
  'e2e/journeys/views.spec.ts',
];
const IMPORTERS = new Map([
  ['api/src/features/sales/prices.ts', ['api/src/features/sales/sell.ts', 'api/src/features/visits/move.test.ts']],
  ['api/src/features/sales/sell.ts', ['api/src/server.ts']],
  ['api/src/server.ts', ['db/src/migrate.test.ts']],
  ['web/src/ui/button.tsx', ['web/src/features/sales/sale-page.tsx']],
]);
const findAffectedTests = (...changed: string[]) => findAffected(changed, TESTS, () => IMPORTERS);

test('a change selects the tests beside it, those that import it, and the journeys of its folder', () => {
  expect(findAffectedTests('api/src/features/sales/prices.ts')).toEqual({
    tests: [
      'api/src/features/sales/sell.test.ts',
      'api/src/features/sales/refuse.test.ts',
      'api/src/features/visits/move.test.ts',
    ],
    components: null,
    journeys: ['e2e/journeys/sale.spec.ts'],
    resources: expect.arrayContaining(['member', 'voucher_redeem']),
  });
});

test('the selection does not follow imports beyond the composition roots', () => {
  expect(findAffectedTests('api/src/features/sales/sell.ts').tests).not.toContain('db/src/migrate.test.ts');
});

test('a changed test selects only itself', () => {
  expect(findAffectedTests('web/src/engine/list/filters.test.tsx')).toEqual({
    tests: null,
    components: ['web/src/engine/list/filters.test.tsx'],
    journeys: null,
    resources: null,
  });
});

test('a definition selects the tests over all definitions, for its resource, and those of its hooks', () => {
  expect(findAffectedTests('contract/src/resources/visit.ts')).toEqual({
    tests: ['api/src/engine/resources/conformance/lists.test.ts', 'api/src/features/visits/visit.test.ts'],
    components: ['web/src/engine/every-resource/records.test.tsx'],
    journeys: null,
    resources: ['visit'],
  });
});

test('a widely used part selects the tests beside its direct importers', () => {
  expect(findAffectedTests('web/src/ui/button.tsx').components).toEqual(['web/src/features/sales/steps.test.tsx']);
});

test('a change of a file behind all tests selects all of them', () => {
  expect(findAffectedTests('package-lock.json')).toEqual(ALL_TESTS);
  expect(findAffectedTests('db/migrations/0001_base.sql').tests).toEqual([]);
  expect(findAffectedTests('web/src/testing/open-console.tsx').components).toEqual([]);
  expect(findAffectedTests('e2e/src/test.ts').journeys).toEqual([]);
});

test('no change selects no test', () => {
  expect(findAffectedTests()).toEqual({ tests: null, components: null, journeys: null, resources: null });
});

test('an import through a re-exporting file resolves only to the exporting file', () => {
  const files: Record<string, string> = {
    'contract/src/index.ts': "export * from './money.ts';\nexport * from './days.ts';",
    'contract/src/money.ts': 'export const decimals = 2;\nexport type Money = string;',
    'contract/src/days.ts': 'export function dayOf() {}',
    'api/src/bill.ts': "import {\n  type Money,\n  decimals as places,\n} from '@innkeeper/contract';",
    'api/src/all.ts': "import * as contract from '@innkeeper/contract';",
  };
  const importers = new Map([
    ['contract/src/money.ts', ['contract/src/index.ts']],
    ['contract/src/days.ts', ['contract/src/index.ts']],
    ['contract/src/index.ts', ['api/src/bill.ts', 'api/src/all.ts']],
  ]);
  resolveReExports(importers, 'contract/src/index.ts', '@innkeeper/contract', (file) => files[file] ?? '');
  expect(importers.get('contract/src/money.ts')).toEqual([
    'contract/src/index.ts',
    'api/src/bill.ts',
    'api/src/all.ts',
  ]);
  expect(importers.get('contract/src/days.ts')).toEqual(['contract/src/index.ts', 'api/src/all.ts']);
  expect(importers.get('contract/src/index.ts')).toEqual([]);
});

test('every journey belongs to a folder, and every folder has a journey', () => {
  const journeys = readdirSync(join(import.meta.dirname, '../e2e/journeys')).map((file) => `e2e/journeys/${file}`);
  const names = JOURNEYS.map(([, name]) => name);
  expect(journeys.filter((journey) => !names.some((name) => name.test(journey)))).toEqual([]);
  expect(names.filter((name) => !journeys.some((journey) => name.test(journey)))).toEqual([]);
});

test('the search finds the tests that import a file directly or indirectly', () => {
  const importers = new Map([
    ['db/src/testing.ts', ['db/src/migrate.test.ts', 'api/src/testing/test-app.ts']],
    ['api/src/testing/test-app.ts', ['api/src/features/visits/visit.test.ts']],
    ['db/src/embedded.ts', ['db/src/testing.ts', 'db/src/embedded.test.ts']],
  ]);
  expect(findTestsImporting('db/src/testing.ts', () => importers)).toEqual([
    'db/src/migrate.test.ts',
    'api/src/features/visits/visit.test.ts',
  ]);
});
