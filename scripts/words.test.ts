import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findBannedWords, readRules } from './words.mjs';

const GLOSSARY = `# Glossary

## Words we do not use

### In names

| word | use instead | except |
|---|---|---|
| \`asked\`, \`told\` | requested, shown | |
| \`refus*\` | reject | \`connectionRefused\` |

### In texts

| phrase | use instead | except |
|---|---|---|
| \`by hand\` | manually | |
| \`stands\` | is locked | |
`;

const findWordsIn = (path: string, source: string) =>
  findBannedWords([path], readRules(GLOSSARY), () => source).map(({ line, found }) => `${line} ${found}`);

it('the check finds a former word in any part of a name', () => {
  expect(findWordsIn('api/src/a.ts', 'const open = 1;\nconst isAskedNow = (toldAt: Date) => toldAt;')).toEqual([
    '2 isAskedNow',
    '2 toldAt',
  ]);
  expect(findWordsIn('api/src/a.ts', 'export class A {\n  #asked = 1;\n}')).toEqual(['2 asked']);
  expect(findWordsIn('api/src/a.ts', 'export const masked = 1;')).toEqual([]);
});

it('the check treats a star as any ending, and accepts an exception', () => {
  expect(findWordsIn('api/src/a.ts', 'refuseSale(refusals, connectionRefused);')).toEqual([
    '1 refuseSale',
    '1 refusals',
  ]);
});

it('the check finds a former word in the names of files and of SQL objects', () => {
  expect(findWordsIn('api/src/what-was-told.ts', '')).toEqual(['1 what-was-told']);
  expect(findWordsIn('db/schema.sql', '-- asked_for\ncreate table x (\n  asked_at date);')).toEqual(['3 asked_at']);
});

it('the check finds a former phrase in labels, summaries and the catalogue', () => {
  expect(findWordsIn('contract/src/a.ts', "const a = { en: 'Changed by hand', id: 'Diubah' };")).toHaveLength(1);
  expect(findWordsIn('contract/src/a.ts', "text('Made by hand', 'Dibuat');")).toHaveLength(1);
  expect(findWordsIn('web/src/locales/en.po', 'msgid "It stands"\nmsgstr "It stands"\n')).toHaveLength(1);
  expect(findWordsIn('contract/src/a.ts', "const a = { en: 'It understands', id: 'Paham' };")).toEqual([]);
});

it('the check finds a former word in the name of a migration', () => {
  expect(findWordsIn('db/migrations/20261129_asked.sql', '')).toEqual(['1 20261129_asked']);
});

it('the check requires both tables', () => {
  expect(() => readRules('# Glossary')).toThrow('no tables');
});

it('no text for people has a former phrase', () => {
  const root = join(import.meta.dirname, '..');
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const paths = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).trim().split('\n');
  const { texts } = readRules(read('GLOSSARY.md'));
  expect(texts.length).toBeGreaterThan(20);
  expect(findBannedWords(paths, { names: [], texts }, read)).toEqual([]);
});
