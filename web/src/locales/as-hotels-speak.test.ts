import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Indonesian as hotels speak it: words that nobody there would say stay out of all texts. */

const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = ['contract/src', 'api/src', 'db/src'];

interface Said {
  readonly where: string;
  readonly en: string;
  readonly id: string;
}

const TEXT = String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|\x60((?:[^\x60\\]|\\.)*)\x60)`;
/** Both languages side by side, as labels and messages have them: `{ en: '…', id: '…' }`, or a field's `('…', '…'`. */
const PAIRS = [
  new RegExp(String.raw`\ben: ${TEXT},\s*id: ${TEXT}`, 'g'),
  new RegExp(String.raw`\(\s*${TEXT},\s*${TEXT}`, 'g'),
  new RegExp(String.raw`\(\s*'[\w-]+',\s*${TEXT},\s*${TEXT}`, 'g'),
];

function pairsIn(where: string, source: string): Said[] {
  return PAIRS.flatMap((pair) =>
    [...source.matchAll(pair)].map((found) => {
      const [en = '', id = ''] = found.slice(1).filter((text) => text !== undefined);
      return { where, en, id };
    }),
  );
}

async function saidInSources(): Promise<Said[]> {
  const said: Said[] = [];
  for (const folder of FOLDERS)
    for (const file of await readdir(join(ROOT, folder), { recursive: true }))
      if (file.endsWith('.ts') && !file.endsWith('.test.ts'))
        said.push(...pairsIn(join(folder, file), await readFile(join(ROOT, folder, file), 'utf8')));
  return said;
}

async function saidInConsole(): Promise<Said[]> {
  const po = await readFile(new URL('id.po', import.meta.url), 'utf8');
  return [...po.matchAll(/^msgid "(.*)"\nmsgstr "(.*)"$/gm)].map(([, en = '', id = '']) => ({
    where: 'id.po',
    en,
    id,
  }));
}

describe('Indonesian', async () => {
  const said = [...(await saidInSources()), ...(await saidInConsole())];

  test('is read where it stands: in the console, the contract and the API', () => {
    for (const [where, en, id] of [
      ['id.po', 'Booking number', 'Nomor reservasi'],
      ['contract/src/errors.ts', 'You are not allowed to do this.', 'Anda tidak diizinkan melakukan ini.'],
      ['contract/src/resources/visit.ts', 'Remark', 'Catatan'],
      [
        'api/src/engine/exchange/deeds.ts',
        'Some of these records were changed since.',
        'Sebagian data ini telah diubah sejak itu.',
      ],
    ])
      expect(said).toContainEqual({ where, en, id });
  });

  test.each([
    ['a member who keeps a level “memenuhi syarat”, and does not hold out', /\bbertahan\b/i, /$^/],
    ['mail “email”, as it stands on every card', /\bsurel\b/i, /$^/],
    ['a record “data”; a “catatan” is a remark', /\bcatatan\b/i, /\b(notes?|remarks?)\b/i],
    ['a booking “reservasi”', /\bpemesanan\b/i, /agency/i],
    ['two-factor sign-in “verifikasi dua langkah”', /\bmasuk dua langkah\b/i, /$^/],
    ['a filter “filter”', /\bsaringan\b/i, /$^/],
  ])('calls %s', (_, word, isMeant) => {
    expect(said.filter(({ en, id }) => word.test(id) && !isMeant.test(en))).toEqual([]);
  });
});

test.each(['en', 'id'])(
  'the texts in %s say by what a guest may be found, and never “called or reached so”',
  async (language) => {
    const po = await readFile(new URL(`${language}.po`, import.meta.url), 'utf8');
    // Long texts are broken into lines, each between quotes.
    const texts = po.replaceAll(/"\n"/g, '');
    expect(texts).toContain('msgid "Name, card, voucher, phone or email"');
    expect(texts).not.toMatch(/(called|reached) (or|so)\b/i);
  },
);
