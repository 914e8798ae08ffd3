import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A feature has one name in contract, api, web and db. */

const ROOT = join(import.meta.dirname, '..');
const foldersOf = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const filesOf = (path: string, extension: string) =>
  readdirSync(join(ROOT, path))
    .filter((name) => name.endsWith(extension) && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -extension.length));

const api = foldersOf('api/src/features');
const web = foldersOf('web/src/features');
const features = new Set([...api, ...web]);

/** Pages whose calls belong to a lower layer of the API, the front desk, and parts of pages that show people. */
const WITHOUT_API = ['account', 'front-desk', 'integrations', 'people'];
/** Parts that calls are defined with, and calls of the engine. */
const NO_FEATURE = new Set([
  'body',
  'definition',
  'index',
  'json-schema',
  'parameters',
  'sample-values',
  'shapes',
  'views',
]);
/** Files with part of a feature's calls: their names begin with its name in the singular. */
const isPartOf = (file: string) => [...features].some((name) => file.startsWith(name.replace(/s$/, '')));

test('a feature of the console has the name of its folder in the API', () => {
  expect(web.filter((name) => !api.includes(name))).toEqual(WITHOUT_API);
});

test('a file of calls has the name of its feature, or begins with it', () => {
  const files = filesOf('contract/src/calls', '.ts').filter((name) => !NO_FEATURE.has(name));
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((name) => !features.has(name) && !isPartOf(name))).toEqual([]);
});

test('no feature has a second name: neither in the singular, nor with its words in another order', () => {
  const names = [...features, ...filesOf('contract/src/calls', '.ts'), ...filesOf('db/routines', '.sql')];
  const key = (name: string) =>
    name
      .split('-')
      .map((word) => word.replace(/s$/, ''))
      .sort()
      .join('-');
  const spellings = Map.groupBy(new Set(names), key);
  const twice = [...spellings.values()].filter((each) => each.length > 1 && each.some((name) => features.has(name)));
  expect(twice).toEqual([['integrations', 'integration']]);
});
