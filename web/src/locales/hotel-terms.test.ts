import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Checks that Indonesian texts use the words of the hotel trade, not words that nobody there would say. */

const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = ['contract/src', 'api/src', 'db/src'];

interface TextPair {
  readonly where: string;
  readonly en: string;
  readonly id: string;
}

const TEXT = String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|\x60((?:[^\x60\\]|\\.)*)\x60)`;
/**
 * Texts with both languages next to each other, as in labels and messages: `{ en: '…', id: '…' }`, or a field's `('…',
 * '…'`.
 */
const PAIRS = [
  new RegExp(String.raw`\ben: ${TEXT},\s*id: ${TEXT}`, 'g'),
  new RegExp(String.raw`\(\s*${TEXT},\s*${TEXT}`, 'g'),
  new RegExp(String.raw`\(\s*'[\w-]+',\s*${TEXT},\s*${TEXT}`, 'g'),
];

function pairsIn(where: string, source: string): TextPair[] {
  return PAIRS.flatMap((pair) =>
    [...source.matchAll(pair)].map((found) => {
      const [en = '', id = ''] = found.slice(1).filter((text) => text !== undefined);
      return { where, en, id };
    }),
  );
}

async function textsInSources(): Promise<TextPair[]> {
  const shownTexts: TextPair[] = [];
  for (const folder of FOLDERS)
    for (const file of await readdir(join(ROOT, folder), { recursive: true }))
      if (file.endsWith('.ts') && !file.endsWith('.test.ts'))
        shownTexts.push(...pairsIn(join(folder, file), await readFile(join(ROOT, folder, file), 'utf8')));
  return shownTexts;
}

async function textsInConsole(): Promise<TextPair[]> {
  const po = await readFile(new URL('id.po', import.meta.url), 'utf8');
  return [...po.matchAll(/^msgid "(.*)"\nmsgstr "(.*)"$/gm)].map(([, en = '', id = '']) => ({
    where: 'id.po',
    en,
    id,
  }));
}

describe('Indonesian texts', async () => {
  const shownTexts = [...(await textsInSources()), ...(await textsInConsole())];

  test('are collected from the console, the contract and the API', () => {
    for (const [where, en, id] of [
      ['id.po', 'Booking number', 'Nomor reservasi'],
      [
        'contract/src/errors/codes.ts',
        'You don’t have access to do this.',
        'Anda tidak memiliki akses untuk melakukan ini.',
      ],
      ['contract/src/resources/visit.ts', 'Remark', 'Catatan'],
      [
        'api/src/texts/import-export.ts',
        'Some of these records have since changed.',
        'Sebagian data ini sudah berubah sejak itu.',
      ],
    ])
      expect(shownTexts).toContainEqual({ where, en, id });
  });

  test.each([
    ['a member who keeps a level “memenuhi syarat”, and does not hold out', /\bbertahan\b/i, /$^/],
    ['mail “email”, as every card has it', /\bsurel\b/i, /$^/],
    ['a record “data”; a “catatan” is a remark', /\bcatatan\b/i, /\b(notes?|remarks?)\b/i],
    ['a booking “reservasi”', /\bpemesanan\b/i, /agency/i],
    ['two-factor sign-in “verifikasi dua langkah”', /\bmasuk dua langkah\b/i, /$^/],
    ['a filter “filter”', /\bsaringan\b/i, /$^/],
  ])('call %s', (_, word, isExpected) => {
    expect(shownTexts.filter(({ en, id }) => word.test(id) && !isExpected.test(en))).toEqual([]);
  });
});

test.each(['en', 'id'])('name the ways to find a guest in %s, never “called or reached so”', async (language) => {
  const po = await readFile(new URL(`${language}.po`, import.meta.url), 'utf8');
  // Long texts are split into quoted lines.
  const texts = po.replaceAll(/"\n"/g, '');
  expect(texts).toContain('msgid "Name, card, voucher, phone or email"');
  expect(texts).not.toMatch(/(called|reached) (or|so)\b/i);
});
