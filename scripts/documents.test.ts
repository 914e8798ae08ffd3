import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Documents name files by their path, or by its end. */
const root = new URL('../', import.meta.url);
const isOurs = (path: string) => !/node_modules|\.cache|dist/.test(path);
const files = globSync('**/*.{ts,tsx,mjs,sql,css,md,json}', { cwd: root, exclude: (path) => !isOurs(path) });
const documents = files.filter((path) => path.endsWith('.md'));

/** Names that are no files of the repository: an example of a name, the paths of calls, and a file of a release. */
const EXCEPTIONS = new Set(['utils.ts', '/openapi.json', '/openapi/hotels.json', 'sbom.cdx.json']);

test.each(documents)('every file that %s names exists', (path) => {
  const text = readFileSync(new URL(path, root), 'utf8');
  const namedFiles = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql|css|md|json))`/g)].map(([, name]) => name ?? '');
  const missing = namedFiles.filter((name) => {
    const end = name.replace(/^(?:\.\.\/)+/, '');
    return !EXCEPTIONS.has(name) && !files.some((file) => file === end || file.endsWith(`/${end}`));
  });
  expect(missing).toEqual([]);
});
