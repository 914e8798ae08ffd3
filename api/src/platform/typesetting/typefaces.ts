import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Font, create } from 'fontkit';
import { createOutlineSubset } from './outline-subset.ts';

/*
 * The typefaces of printed pages and cards. Their files ship with the app, so every machine prints the same. The faces
 * have Latin, Greek and Cyrillic; Noto Sans has other scripts. Its typefaces of thousands of characters come in parts
 * of a few hundred, of which only those that a text needs are loaded. See
 * docs/decisions/0108-print-names-in-their-own-script.md.
 */

const FACES = {
  regular: { url: import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'), weight: 400 },
  strong: { url: import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'), weight: 600 },
  display: {
    url: import.meta.resolve('@expo-google-fonts/cormorant-garamond/600SemiBold/CormorantGaramond_600SemiBold.ttf'),
    weight: 600,
  },
} as const;

export type FaceName = keyof typeof FACES;

/** The lists of the parts of each typeface, with their characters. */
const NOTO = {
  'noto-sans-thai': import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  'noto-sans-arabic': import.meta.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
  'noto-sans-sc': import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  'noto-sans-jp': import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  'noto-sans-kr': import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
} as const;

type NotoName = keyof typeof NOTO;

const DEFAULT_ORDER = ['noto-sans-thai', 'noto-sans-arabic', 'noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'] as const;

/** The typefaces to try for a text: many Han characters have another shape in Japanese or Korean. */
function orderOf(text: string): readonly NotoName[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['noto-sans-jp', ...DEFAULT_ORDER];
  return /\p{Script=Hangul}/u.test(text) ? ['noto-sans-kr', 'noto-sans-jp', ...DEFAULT_ORDER] : DEFAULT_ORDER;
}

/** A part of a typeface, and its fonts by weight once it is loaded. */
interface Part {
  readonly name: string;
  readonly url: URL;
  loading?: Promise<void> | undefined;
  fonts?: ReadonlyMap<number, Font>;
}

/** Loaded with the first text: it takes 60 ms, a tenth of the loading time of all modules. */
const requireModule: (name: 'fontkit') => { readonly create: typeof create } = createRequire(import.meta.url);
const faceFonts = new Map<FaceName, Font>();
const partsByCharacter = new Map<NotoName, ReadonlyMap<number, Part>>();
let indexing: Promise<void> | undefined;

function parseFont(bytes: Buffer): Font {
  const font = requireModule('fontkit').create(bytes);
  // A collection holds several fonts; these files hold one.
  if (!('layout' in font)) throw new Error('The file is no single font');
  return rememberCharacters(font);
}

/** fontkit caches a glyph without its characters if another glyph contains it. They are what readers of a PDF copy. */
function rememberCharacters(font: Font): Font {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    if (glyph.codePoints.length === 0) glyph.codePoints = codePoints;
    return glyph;
  };
  return font;
}

/** The font of a face, without the fallbacks. */
export function getFaceFont(face: FaceName): Font {
  const cached = faceFonts.get(face);
  if (cached) return cached;
  const font = parseFont(readFileSync(fileURLToPath(FACES[face].url)));
  faceFonts.set(face, font);
  return font;
}

/** Returns the fonts of a text's characters, once `loadFontsFor` has loaded them; undefined where no font has one. */
export function createFontFinder(text: string, face: FaceName): (codePoint: number) => Font | undefined {
  const faceFont = getFaceFont(face);
  const order = OUTSIDE_FACES.test(text) ? orderOf(text) : [];
  return (codePoint) => {
    if (faceFont.hasGlyphForCodePoint(codePoint)) return faceFont;
    const fonts = order.map((name) => partsByCharacter.get(name)?.get(codePoint)?.fonts?.get(FACES[face].weight));
    return fonts.find((font) => font?.hasGlyphForCodePoint(codePoint));
  };
}

/** Excludes nearly all texts at once. */
const OUTSIDE_FACES = /[^\0-\u024f\u1e00-\u1eff\u2000-\u206f]/u;

/** Loads the fallback fonts of texts that are about to be laid out. */
export async function loadFontsFor(texts: readonly string[]): Promise<void> {
  const foreignTexts = texts.filter((text) => OUTSIDE_FACES.test(text));
  if (foreignTexts.length === 0) return;
  await (indexing ??= indexParts());
  for (;;) {
    const parts = new Set(foreignTexts.flatMap(findMissingParts));
    if (parts.size === 0) return;
    await Promise.all(
      [...parts].map((part) => (part.loading ??= loadPart(part).finally(() => (part.loading = undefined)))),
    );
  }
}

function findMissingParts(text: string): Part[] {
  const isOnFace = (codePoint: number) => getFaceFont('regular').hasGlyphForCodePoint(codePoint);
  const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0).filter((n) => !isOnFace(n));
  // A line of the text may have another order than the whole.
  return [orderOf(text), DEFAULT_ORDER].flatMap((order) =>
    codePoints.flatMap((codePoint) => {
      const parts = order.flatMap((name) => partsByCharacter.get(name)?.get(codePoint) ?? []);
      // The lists have characters that the fonts lack.
      const part = parts.find(({ fonts }) => !fonts || fonts.get(400)?.hasGlyphForCodePoint(codePoint));
      return part && !part.fonts ? [part] : [];
    }),
  );
}

async function indexParts(): Promise<void> {
  for (const [name, list] of Object.entries(NOTO) as [NotoName, string][]) {
    const { default: charactersByPart }: { default: Readonly<Record<string, string>> } = await import(list, {
      with: { type: 'json' },
    });
    const parts = new Map<number, Part>();
    for (const [key, ranges] of Object.entries(charactersByPart)) {
      const partName = `${name}-${key.replaceAll(/[[\]]/g, '')}`;
      const part = { name: partName, url: new URL(`files/${partName}-wght-normal.woff2`, list) };
      for (const [, first = '', last = first] of ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi))
        for (let n = parseInt(first, 16); n <= parseInt(last, 16); n++) parts.set(n, part);
    }
    partsByCharacter.set(name, parts);
  }
}

/** Fonts of several weights in one file must be unpacked before fontkit can embed them. */
async function loadPart(part: Part): Promise<void> {
  const { default: decompress } = await import('woff2-encoder/decompress');
  const variableFont = parseFont(Buffer.from(await decompress(await readFile(part.url))));
  const weights = [...new Set(Object.values(FACES).map(({ weight }) => weight))];
  part.fonts = new Map(
    weights.map((wght) => {
      const font = rememberCharacters(variableFont.getVariation({ wght }));
      const createSubset = font.createSubset.bind(font);
      // A PDF distinguishes its fonts by name, and these have the same one in all parts and weights.
      Object.defineProperties(font, {
        postscriptName: { value: `${part.name}-${wght}` },
        createSubset: { value: () => createOutlineSubset(font, createSubset()) },
      });
      return [wght, font];
    }),
  );
}
