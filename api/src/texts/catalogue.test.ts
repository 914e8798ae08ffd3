import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defineTexts, fillText } from './catalogue.ts';

const ROOT = join(import.meta.dirname, '..');

const texts = defineTexts({
  noCard: { en: 'No card.', id: 'Tidak ada kartu.' },
  replaced: { en: '{card} was replaced on {day}.', id: 'Pada {day}, {card} diganti.' },
});

test('a text without parameters is a label', () => {
  expect(texts.noCard).toEqual({ en: 'No card.', id: 'Tidak ada kartu.' });
});

test('a text inserts its values by name, a label in its own language', () => {
  expect(texts.replaced({ card: 6010, day: { en: '5 May', id: '5 Mei' } })).toEqual({
    en: '6010 was replaced on 5 May.',
    id: 'Pada 5 Mei, 6010 diganti.',
  });
});

test('a value that looks like a parameter or a pattern is not changed', () => {
  expect(texts.replaced({ card: '{day} $& $1', day: '{card}' }).en).toBe('{day} $& $1 was replaced on {card}.');
});

test('a missing value is empty', () => {
  expect(fillText('{label} {id} was not found.', { id: 7 }, 'en')).toBe(' 7 was not found.');
});

test('rejects a missing value, and other parameters in the second language, when it compiles', () => {
  // @ts-expect-error day is missing
  expect(texts.replaced({ card: 1 }).en).toBe('1 was replaced on .');
  // @ts-expect-error the Indonesian text has another parameter
  expect(defineTexts({ card: { en: 'Card {card}', id: 'Kartu {number}' } })).toHaveProperty('card');
});

test('no other file has a text in both languages, except labels in definitions', () => {
  const text = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\x60(?:[^\x60\\]|\\.)*\x60)`;
  const pair = new RegExp(String.raw`\ben: ${text},\s*id: ${text}`);
  const sources = globSync('**/*.ts', { cwd: ROOT }).filter(
    (path) => !/\.test\.ts$|(^|\/)(testing\/|test-)|^texts\//.test(path),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter((path) => pair.test(readFileSync(join(ROOT, path), 'utf8'))).sort()).toEqual([
    'features/reports/make-file.ts', // combines two texts
    'features/reports/rollup.ts', // rows that a report computes
  ]);
});
