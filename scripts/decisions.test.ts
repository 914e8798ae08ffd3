import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Decision pages must be reachable from the index and from the code that they explain. */

const folder = new URL('../docs/decisions/', import.meta.url);
const root = new URL('../', import.meta.url);
const readText = (path: string) => readFileSync(new URL(path, root), 'utf8');
const pages = globSync('*.md', { cwd: folder })
  .filter((name) => name !== 'README.md')
  .sort();
const index = readText('docs/decisions/README.md');

/** Applied migrations are immutable, so they mention a page by its name at that time. */
const sources = globSync('{api,contract,db,demo,e2e,scripts,web}/**/*.{ts,tsx,mjs,sql,css}', {
  cwd: root,
  exclude: (path) => /node_modules|db\/migrations\b|\.cache|dist/.test(path),
});
const findDecisionNames = (text: string) =>
  [...text.matchAll(/docs\/decisions\/([\w-]+\.md)/g)].map(([, name]) => name ?? '');
const referencedNames = new Set(sources.flatMap((path) => findDecisionNames(readText(path))));

describe.each(pages)('docs/decisions/%s', (name) => {
  const [title = '', , status = ''] = readText(`docs/decisions/${name}`).split('\n');

  test('has a title and a status with its date, and is referenced by the code that it explains', () => {
    expect(title).toMatch(/^# \S/);
    expect(status).toMatch(
      /^\*Accepted, \d{4}-\d\d-\d\d\.\*$|^\*Superseded by \[\d{4}\]\([\w-]+\.md\), \d{4}-\d\d-\d\d\.\*$/,
    );
    if (status.startsWith('*Accepted')) expect([...referencedNames]).toContain(name);
  });

  test('is in the index once, with its number and title', () => {
    const number = name.slice(0, 4);
    expect(index.split('\n').filter((line) => line.includes(`(${name})`))).toEqual([
      `- [${number}](${name}) ${title.slice(2)}`,
    ]);
  });
});

test('decisions have consecutive numbers', () => {
  expect(pages.map((name) => Number(name.slice(0, 4)))).toEqual(pages.map((_, i) => i + 1));
});

test('every reference and link to a decision resolves', () => {
  const texts = [...globSync('{*,docs/*,docs/decisions/*}.md', { cwd: root })].map(readText);
  const links = texts.flatMap((text) => [...text.matchAll(/\((?:docs\/)?(?:decisions\/)?(\d{4}-[\w-]+\.md)\)/g)]);
  const references = [
    ...referencedNames,
    ...texts.flatMap(findDecisionNames),
    ...links.map(([, name]) => name ?? ''),
  ].map((path) => basename(path));
  expect(references.filter((name) => name !== 'README.md' && !pages.includes(name))).toEqual([]);
});
