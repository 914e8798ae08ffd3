import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const API = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(API, path), 'utf8');
const findQuoted = (text: string): string[] => Array.from(text.matchAll(/`([^`]+)`/g), ([, name = '']) => name);

const [, section = ''] = read('../docs/security.md').split('## Parsers of foreign bytes\n');
const [listedText = ''] = section.split('\n## ');
const listedSources = findQuoted(
  listedText
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|')[2] ?? '')
    .join(),
);
const [, harmlessText = ''] = listedText.split('These read nothing');

describe('the list of parsers of external input', () => {
  test('says for each package whether it parses external input', () => {
    const { dependencies } = JSON.parse(read('package.json'));
    const namedModules = [...listedSources.filter((name) => !name.endsWith('.ts')), ...findQuoted(harmlessText)];
    expect(new Set(namedModules)).toEqual(new Set(Object.keys(dependencies)));
  });

  test('lists every file that parses', () => {
    const packages = listedSources.filter(
      (name) => !name.endsWith('.ts') && name !== 'fastify' && name !== 'altcha-lib',
    );
    const isParsing = (text: string): boolean =>
      /\bJSON\.parse\(|getDefaultJsonParser|DOMParser/.test(text) ||
      packages.some((name) =>
        new RegExp(`^import (?!type)[^;]*'${name}'|(?:import|load|library)\\S*\\('${name}'`, 'm').test(text),
      );
    const files = readdirSync(join(API, 'src'), { recursive: true, encoding: 'utf8' }).filter(
      (path) =>
        /(?<!\.test|\.d)\.ts$/.test(path) && !/^(testing|faults|specification)\/|(^|\/)test-|-helpers\.ts$/.test(path),
    );
    const parsing = files.filter((path) => isParsing(read(join('src', path))));
    expect(parsing.toSorted()).toEqual([...new Set(listedSources.filter((name) => name.endsWith('.ts')))].toSorted());
  });
});
