import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const catalogue = (language: string) => readFileSync(new URL(`${language}.po`, import.meta.url), 'utf8');

/** The texts of a catalogue: the source text with its translation. Obsolete ones start with `#~`. */
function textsOf(po: string): Map<string, string> {
  const entries = po.split(/\n{2,}/).map((entry) => entry.split('\n').filter((line) => !line.startsWith('#')));
  const valuesOf = (lines: readonly string[], keyword: string) => {
    const start = lines.findIndex((line) => line.startsWith(`${keyword} "`));
    if (start < 0) return '';
    const end = lines.findIndex((line, at) => at > start && !line.startsWith('"'));
    const quoted = lines.slice(start, end < 0 ? undefined : end);
    return quoted.map((line) => String(JSON.parse(line.slice(line.indexOf('"'))))).join('');
  };
  return new Map(
    entries
      .map(
        (lines) =>
          [
            [valuesOf(lines, 'msgctxt'), valuesOf(lines, 'msgid')].filter(Boolean).join('\u0004'),
            valuesOf(lines, 'msgstr'),
          ] as const,
      )
      .filter(([id]) => id !== ''),
  );
}

const WEB = join(import.meta.dirname, '../..');
const LINGUI = join(WEB, '../node_modules/@lingui/cli/dist/lingui.js');

/** The texts in the current source, extracted with the same tool and configuration as `npm run texts`. */
async function extractTexts(): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-texts-'));
  try {
    const config = join(folder, 'lingui.config.mjs');
    await writeFile(
      config,
      `import config from ${JSON.stringify(join(WEB, 'lingui.config.ts'))};
       const catalogs = config.catalogs.map((c) => ({ ...c, path: ${JSON.stringify(join(folder, '{locale}'))} }));
       export default { ...config, rootDir: ${JSON.stringify(WEB)}, catalogs };`,
    );
    await promisify(execFile)(
      process.execPath,
      [LINGUI, 'extract', '--config', config, '--locale', 'en', '--workers', '1'],
      {
        cwd: WEB,
      },
    );
    return textsOf(await readFile(join(folder, 'en.po'), 'utf8'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]|<(\d+)\/?>/g)].map((m) => m[0].replace(/[,>}/]+$/, '')))].sort();

describe('the catalogues', () => {
  const en = textsOf(catalogue('en'));
  const id = textsOf(catalogue('id'));

  it('contain the same texts in both languages', () => {
    expect([...id.keys()].sort()).toEqual([...en.keys()].sort());
    expect(en.size).toBeGreaterThan(0);
  });

  it('contain exactly the texts of the source', async () => {
    const source = await extractTexts();
    expect([...source.keys()].filter((key) => !en.has(key))).toEqual([]);
    expect([...en.keys()].filter((key) => !source.has(key))).toEqual([]);
  });

  it.each([
    ['English', en],
    ['Indonesian', id],
  ])('contain no empty text in %s', (_language, texts) => {
    expect([...texts].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  });

  it('use only plural forms that Indonesian has', () => {
    const unused = [...id].filter(([, text]) => /\bplural,.*\b(?:zero|one|two|few|many) \{/.test(text));
    expect(unused.map(([key]) => key)).toEqual([]);
  });

  it('keep every space of a text in its translation', () => {
    const lost = [...id].filter(
      ([key, text]) => text !== '' && placeholders(en.get(key) ?? '').join() !== placeholders(text).join(),
    );
    expect(lost.map(([key]) => key)).toEqual([]);
  });
});
