import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EVERYTHING, JOURNEYS, affectedBy, testsThatReach, throughDoor } from './changed.mjs';

const TESTS = [
  'api/src/programme/selling/sell.test.ts',
  'api/src/programme/selling/refuse.test.ts',
  'api/src/programme/visits/move.test.ts',
  'api/src/engine/resources/conformance/lists.test.ts',
  'api/src/programme/visits/visit.test.ts',
  'db/src/migrate.test.ts',
  'web/src/programme/selling/steps.test.tsx',
  'web/src/engine/list/filters.test.tsx',
  'web/src/engine/every-resource/records.test.tsx',
  'e2e/journeys/sale.spec.ts',
  'e2e/journeys/views.spec.ts',
];
const IMPORTERS = new Map([
  [
    'api/src/programme/selling/prices.ts',
    ['api/src/programme/selling/sell.ts', 'api/src/programme/visits/move.test.ts'],
  ],
  ['api/src/programme/selling/sell.ts', ['api/src/server.ts']],
  ['api/src/server.ts', ['db/src/migrate.test.ts']],
  ['web/src/ui/button.tsx', ['web/src/programme/selling/sale-page.tsx']],
]);
const affected = (...changed: string[]) => affectedBy(changed, TESTS, () => IMPORTERS);

test('a change runs the tests beside it, those that import it, and the journeys of its folder', () => {
  expect(affected('api/src/programme/selling/prices.ts')).toEqual({
    tests: [
      'api/src/programme/selling/sell.test.ts',
      'api/src/programme/selling/refuse.test.ts',
      'api/src/programme/visits/move.test.ts',
    ],
    components: null,
    journeys: ['e2e/journeys/sale.spec.ts'],
    resources: expect.arrayContaining(['member', 'voucher_redeem']),
  });
});

test('imports are not followed beyond where the program is composed', () => {
  expect(affected('api/src/programme/selling/sell.ts').tests).not.toContain('db/src/migrate.test.ts');
});

test('a test that was changed runs alone', () => {
  expect(affected('web/src/engine/list/filters.test.tsx')).toEqual({
    tests: null,
    components: ['web/src/engine/list/filters.test.tsx'],
    journeys: null,
    resources: null,
  });
});

test('a definition runs what goes over all of them, for its own resource, and the tests of its rules', () => {
  expect(affected('contract/src/resources/visit.ts')).toEqual({
    tests: ['api/src/engine/resources/conformance/lists.test.ts', 'api/src/programme/visits/visit.test.ts'],
    components: ['web/src/engine/every-resource/records.test.tsx'],
    journeys: null,
    resources: ['visit'],
  });
});

test('a part of many pages runs the tests beside those that use it', () => {
  expect(affected('web/src/ui/button.tsx').components).toEqual(['web/src/programme/selling/steps.test.tsx']);
});

test('a change to the ground of all tests runs all of them', () => {
  expect(affected('package-lock.json')).toEqual(EVERYTHING);
  expect(affected('db/migrations/0001_ground.sql').tests).toEqual([]);
  expect(affected('web/src/testing/open-console.tsx').components).toEqual([]);
  expect(affected('e2e/src/test.ts').journeys).toEqual([]);
});

test('nothing changed, nothing runs', () => {
  expect(affected()).toEqual({ tests: null, components: null, journeys: null, resources: null });
});

test('an import through a door leads to the file that exports the name, and to no other', () => {
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
  throughDoor(importers, 'contract/src/index.ts', '@innkeeper/contract', (file) => files[file] ?? '');
  expect(importers.get('contract/src/money.ts')).toEqual([
    'contract/src/index.ts',
    'api/src/bill.ts',
    'api/src/all.ts',
  ]);
  expect(importers.get('contract/src/days.ts')).toEqual(['contract/src/index.ts', 'api/src/all.ts']);
  expect(importers.get('contract/src/index.ts')).toEqual([]);
});

test('every journey is sent off by some folder, and every folder sends one off', () => {
  const journeys = readdirSync(join(import.meta.dirname, '../e2e/journeys')).map((file) => `e2e/journeys/${file}`);
  const names = JOURNEYS.map(([, name]) => name);
  expect(journeys.filter((journey) => !names.some((name) => name.test(journey)))).toEqual([]);
  expect(names.filter((name) => !journeys.some((journey) => name.test(journey)))).toEqual([]);
});

test('the tests whose imports lead to a file are found, also by way of others', () => {
  const importers = new Map([
    ['db/src/testing.ts', ['db/src/migrate.test.ts', 'api/src/testing/test-app.ts']],
    ['api/src/testing/test-app.ts', ['api/src/programme/visits/visit.test.ts']],
    ['db/src/embedded.ts', ['db/src/testing.ts', 'db/src/embedded.test.ts']],
  ]);
  expect(testsThatReach('db/src/testing.ts', () => importers)).toEqual([
    'db/src/migrate.test.ts',
    'api/src/programme/visits/visit.test.ts',
  ]);
});
