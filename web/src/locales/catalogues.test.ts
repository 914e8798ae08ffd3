import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const readCatalogue = (language: string) => readFileSync(new URL(`${language}.po`, import.meta.url), 'utf8');

/** The texts of a catalogue: the source text with its translation. Obsolete ones start with `#~`. */
function parseTexts(po: string): Map<string, string> {
  const entries = po.split(/\n{2,}/).map((entry) => entry.split('\n').filter((line) => !line.startsWith('#')));
  const parseValue = (lines: readonly string[], keyword: string) => {
    const start = lines.findIndex((line) => line.startsWith(`${keyword} "`));
    if (start < 0) return '';
    const end = lines.findIndex((line, index) => index > start && !line.startsWith('"'));
    const quotedLines = lines.slice(start, end < 0 ? undefined : end);
    return quotedLines.map((line) => String(JSON.parse(line.slice(line.indexOf('"'))))).join('');
  };
  return new Map(
    entries
      .map(
        (lines) =>
          [
            [parseValue(lines, 'msgctxt'), parseValue(lines, 'msgid')].filter(Boolean).join('\u0004'),
            parseValue(lines, 'msgstr'),
          ] as const,
      )
      .filter(([id]) => id !== ''),
  );
}

const WEB_FOLDER = join(import.meta.dirname, '../..');
const LINGUI_CLI = join(WEB_FOLDER, '../node_modules/@lingui/cli/dist/lingui.js');

/** The texts in the current source, extracted with the same tool and configuration as `npm run texts`. */
async function extractTexts(): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-texts-'));
  try {
    const config = join(folder, 'lingui.config.mjs');
    await writeFile(
      config,
      `import config from ${JSON.stringify(join(WEB_FOLDER, 'lingui.config.ts'))};
       const catalogs = config.catalogs.map((c) => ({ ...c, path: ${JSON.stringify(join(folder, '{locale}'))} }));
       export default { ...config, rootDir: ${JSON.stringify(WEB_FOLDER)}, catalogs };`,
    );
    await promisify(execFile)(
      process.execPath,
      [LINGUI_CLI, 'extract', '--config', config, '--locale', 'en', '--workers', '1'],
      {
        cwd: WEB_FOLDER,
      },
    );
    return parseTexts(await readFile(join(folder, 'en.po'), 'utf8'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const findPlaceholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]|<(\d+)\/?>/g)].map((m) => m[0].replace(/[,>}/]+$/, '')))].sort();

describe('the catalogues', () => {
  const english = parseTexts(readCatalogue('en'));
  const indonesian = parseTexts(readCatalogue('id'));

  it('contain the same texts in both languages', () => {
    expect([...indonesian.keys()].sort()).toEqual([...english.keys()].sort());
    expect(english.size).toBeGreaterThan(0);
  });

  it('contain exactly the texts of the source', async () => {
    const source = await extractTexts();
    expect([...source.keys()].filter((key) => !english.has(key))).toEqual([]);
    expect([...english.keys()].filter((key) => !source.has(key))).toEqual([]);
  });

  it.each([
    ['English', english],
    ['Indonesian', indonesian],
  ])('contain no empty text in %s', (_language, texts) => {
    expect([...texts].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  });

  it('use only plural forms that Indonesian has', () => {
    const invalidPlurals = [...indonesian].filter(([, text]) => /\bplural,.*\b(?:zero|one|two|few|many) \{/.test(text));
    expect(invalidPlurals.map(([key]) => key)).toEqual([]);
  });

  it('use the same placeholders in both languages', () => {
    const differingTexts = [...indonesian].filter(
      ([key, text]) => text !== '' && findPlaceholders(english.get(key) ?? '').join() !== findPlaceholders(text).join(),
    );
    expect(differingTexts.map(([key]) => key)).toEqual([]);
  });
});
