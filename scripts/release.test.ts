import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A release is a version, its entry in the changelog, and its small database. */

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const versionOf = (path: string) => (JSON.parse(read(path)) as { version: string }).version;
const version = versionOf('package.json');
const released = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+), \d+ \w+ \d{4}$/gm)].map(([, name]) => name);

test('every workspace has the version of the repository', () => {
  const manifests = globSync('*/package.json', { cwd: root });
  expect(manifests.length).toBeGreaterThan(5);
  expect(manifests.map((path) => [path, versionOf(path)])).toEqual(manifests.map((path) => [path, version]));
});

test('the version is the newest release of the changelog', () => {
  expect(released[0]).toBe(version);
});

test('each release has a database, from which it is upgraded', () => {
  const databases = globSync('db/releases/*.json.br', { cwd: root });
  expect(new Set(databases.map((path) => /([\d.]+)\.json\.br$/.exec(path)?.[1]))).toEqual(new Set(released));
});
