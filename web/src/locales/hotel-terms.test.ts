import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Indonesian texts use the terms of the hotel trade. */

const ROOT = join(import.meta.dirname, '../../..');
const SOURCE_FOLDERS = ['contract/src', 'api/src', 'db/src', 'web/src/shell/help'];

interface TextPair {
  readonly file: string;
  readonly en: string;
  readonly id: string;
}

const TEXT_PATTERN = String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|\x60((?:[^\x60\\]|\\.)*)\x60)`;
/**
 * Texts with both languages next to each other, as in labels and messages: `{ en: '…', id: '…' }`, or a field's `('…',
 * '…'`.
 */
const PAIR_PATTERNS = [
  new RegExp(String.raw`\ben: ${TEXT_PATTERN},\s*id: ${TEXT_PATTERN}`, 'g'),
  new RegExp(String.raw`\(\s*${TEXT_PATTERN},\s*${TEXT_PATTERN}`, 'g'),
  new RegExp(String.raw`\(\s*'[\w-]+',\s*${TEXT_PATTERN},\s*${TEXT_PATTERN}`, 'g'),
];

function findPairs(file: string, source: string): TextPair[] {
  return PAIR_PATTERNS.flatMap((pattern) =>
    [...source.matchAll(pattern)].map((match) => {
      const [en = '', id = ''] = match.slice(1).filter((text) => text !== undefined);
      return { file, en, id };
    }),
  );
}

async function readSourceTexts(): Promise<TextPair[]> {
  const texts: TextPair[] = [];
  for (const folder of SOURCE_FOLDERS)
    for (const file of await readdir(join(ROOT, folder), { recursive: true }))
      if (file.endsWith('.ts') && !file.endsWith('.test.ts'))
        texts.push(...findPairs(join(folder, file), await readFile(join(ROOT, folder, file), 'utf8')));
  return texts;
}

async function readConsoleTexts(): Promise<TextPair[]> {
  const catalogue = await readFile(new URL('id.po', import.meta.url), 'utf8');
  return [...catalogue.matchAll(/^msgid "(.*)"\nmsgstr "(.*)"$/gm)].map(([, en = '', id = '']) => ({
    file: 'id.po',
    en,
    id,
  }));
}

describe('Indonesian texts', async () => {
  const texts = [...(await readSourceTexts()), ...(await readConsoleTexts())];

  test('are collected from the console, the contract and the API', () => {
    for (const [file, en, id] of [
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
      expect(texts).toContainEqual({ file, en, id });
  });

  test.each([
    ['maintaining a tier “memenuhi syarat”, not “bertahan”', /\bbertahan\b/i, /$^/],
    ['mail “email”, not “surel”', /\bsurel\b/i, /$^/],
    ['a record “data”, not “catatan”, which is a remark', /\bcatatan\b/i, /\b(notes?|remarks?)\b/i],
    ['a booking “reservasi”, not “pemesanan”', /\bpemesanan\b/i, /agency/i],
    ['two-factor sign-in “verifikasi dua langkah”, not “masuk dua langkah”', /\bmasuk dua langkah\b/i, /$^/],
    ['a filter “filter”, not “saringan”', /\bsaringan\b/i, /$^/],
  ])('call %s', (_, avoidedTerm, exception) => {
    expect(texts.filter(({ en, id }) => avoidedTerm.test(id) && !exception.test(en))).toEqual([]);
  });
});

test.each(['en', 'id'])('the label of the guest search lists what it accepts in %s', async (language) => {
  const catalogue = await readFile(new URL(`${language}.po`, import.meta.url), 'utf8');
  // Long texts are split into quoted lines.
  const texts = catalogue.replaceAll(/"\n"/g, '');
  expect(texts).toContain('msgid "Name, card, voucher, phone or email"');
  expect(texts).not.toMatch(/(called|reached) (or|so)\b/i);
});
