import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * A feature has one name in contract, api, web and db. See
 * docs/decisions/0100-give-a-feature-one-name-and-let-none-import-another.md.
 */

const ROOT = join(import.meta.dirname, '..');
const listFolders = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const listFiles = (path: string, extension: string) =>
  readdirSync(join(ROOT, path))
    .filter((name) => name.endsWith(extension) && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -extension.length));

const apiFeatures = listFolders('api/src/features');
const webFeatures = listFolders('web/src/features');
const features = new Set([...apiFeatures, ...webFeatures]);

/** The console feature whose calls are in a lower layer of the API, `api/src/account`. */
const CONSOLE_ONLY_FEATURES = ['account'];
/** Files that define calls in general, and the calls of the engine. */
const SHARED_CALL_FILES = new Set([
  'body',
  'definition',
  'index',
  'json-schema',
  'parameters',
  'sample-values',
  'selection',
  'shapes',
  'views',
]);
/** Whether a file has some of a feature's calls: its name then begins with the feature's name in the singular. */
const belongsToFeature = (file: string) => [...features].some((name) => file.startsWith(name.replace(/s$/, '')));

test('a console feature has the same folder name as in the API', () => {
  expect(webFeatures.filter((name) => !apiFeatures.includes(name))).toEqual(CONSOLE_ONLY_FEATURES);
});

test('the name of a file of calls is, or begins with, that of its feature', () => {
  const files = listFiles('contract/src/calls', '.ts').filter((name) => !SHARED_CALL_FILES.has(name));
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((name) => !features.has(name) && !belongsToFeature(name))).toEqual([]);
});

test('no feature has a second name: neither in the singular, nor with its words in another order', () => {
  const names = [...features, ...listFiles('contract/src/calls', '.ts'), ...listFiles('db/routines', '.sql')];
  const normalizeName = (name: string) =>
    name
      .split('-')
      .map((word) => word.replace(/s$/, ''))
      .sort()
      .join('-');
  const namesByKey = Map.groupBy(new Set(names), normalizeName);
  const duplicates = [...namesByKey.values()].filter(
    (spellings) => spellings.length > 1 && spellings.some((name) => features.has(name)),
  );
  expect(duplicates).toEqual([]);
});
