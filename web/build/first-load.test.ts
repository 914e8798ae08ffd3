import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { CHUNKS, PAGES, chunkGroups } from './chunks.ts';

const SOURCE_FOLDER = join(import.meta.dirname, '..', 'src');
/** A static import or export: neither type-only nor loaded on demand. */
const STATIC_IMPORT = /^(?:import|export) (?!type\b)(?:[^;'"]*? from )?'([^']+)'/gm;

/** An import on demand. */
const DYNAMIC_IMPORT = /\bimport\('(\.[^']+)'\)/g;

/** The files loaded together with the given ones: our own, and each package with the file that imports it. */
function loadClosure(files: readonly string[]): {
  sourceFiles: ReadonlySet<string>;
  packages: ReadonlyMap<string, string>;
} {
  const sourceFiles = new Set<string>();
  const packages = new Map<string, string>();
  const queue = files.map((file) => join(SOURCE_FOLDER, file));
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (sourceFiles.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) continue;
    sourceFiles.add(file);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT))
      if (name.startsWith('.')) queue.push(join(dirname(file), name));
      else if (!packages.has(name)) packages.set(name, file.slice(SOURCE_FOLDER.length + 1));
  }
  return { sourceFiles, packages };
}

test('a list loads without popups, dialogs, calendars and editors', () => {
  const { sourceFiles, packages } = loadClosure(['main.tsx', ...(CHUNKS['console'] ?? [])]);
  // Proves that the search goes deep enough to be meaningful.
  expect([...sourceFiles]).toContain(join(SOURCE_FOLDER, 'engine/list/number-filter.tsx'));
  const heavyPackages = [...packages].filter(([name]) =>
    /^@base-ui\/react\/|^@tiptap|^react-day-picker|^@tanstack\/react-virtual|^react-hook-form/.test(name),
  );
  expect(heavyPackages.filter(([name]) => name !== '@base-ui/react/csp-provider')).toEqual([]);
});

test('text catalogues load only on demand', () => {
  const sources = readdirSync(SOURCE_FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.|^testing/.test(name),
  );
  const importsOf = (name: string) =>
    [...readFileSync(join(SOURCE_FOLDER, name), 'utf8').matchAll(STATIC_IMPORT)].map(([, specifier]) => specifier);
  expect(sources.filter((name) => importsOf(name).some((specifier) => specifier?.endsWith('.po')))).toEqual([]);
});

/** The named chunks that these files load. */
function findChunks(...files: readonly string[]): ReadonlySet<string> {
  const chunkByFile = new Map<string, string>();
  for (const [chunk, entryFiles] of Object.entries({ start: ['main.tsx'], ...CHUNKS }))
    for (const file of loadClosure(entryFiles).sourceFiles) if (!chunkByFile.has(file)) chunkByFile.set(file, chunk);
  return new Set([...loadClosure(files).sourceFiles].flatMap((file) => chunkByFile.get(file) ?? []));
}

test('the dashboard and its metrics load without the chunks of forms, dialogs and popups', () => {
  const loadedChunks = findChunks('features/dashboard/metrics.tsx', ...(CHUNKS['console'] ?? []));
  const initialChunks = new Set(['start', 'definitions', 'template', 'console']);
  expect([...loadedChunks].filter((chunk) => !initialChunks.has(chunk))).toEqual([]);
});

test.each(['features/front-desk/redeem-page.tsx', 'features/call-lists/call-list-page.tsx'])(
  '%s loads without the forms of records',
  (page) => {
    const loadedChunks = findChunks(page);
    expect([...loadedChunks]).toContain('pickers');
    expect([...loadedChunks].filter((chunk) => chunk === 'form' || chunk === 'record')).toEqual([]);
  },
);

test('a member is shown without the chunks of inputs, dialogs and popups', () => {
  const loadedChunks = findChunks(
    'engine/record/record-page.tsx',
    'features/members/member-page.tsx',
    'features/members/overview/overview-panel.tsx',
  );
  expect([...loadedChunks]).toContain('fields');
  const chunksOfInputs = ['dialogs', 'popups', 'pickers', 'form', 'import'];
  expect(chunksOfInputs.filter((chunk) => loadedChunks.has(chunk))).toEqual([]);
});

/** The chunk of each module as passed to the bundler, based on the imports of our own files. */
function createChunkLookup(): (id: string) => string | undefined {
  const imports = new Map<string, readonly string[]>();
  const importers = new Map<string, string[]>();
  const dynamicImporters = new Map<string, string[]>();
  for (const name of readdirSync(SOURCE_FOLDER, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.(test|stories)\./.test(name)) continue;
    const file = join(SOURCE_FOLDER, name);
    const text = readFileSync(file, 'utf8');
    const specifiers = [...text.matchAll(STATIC_IMPORT)].map(([, specifier = '']) => specifier);
    const ids = specifiers.map((specifier) =>
      specifier.startsWith('.') ? join(dirname(file), specifier) : packageModule(specifier),
    );
    imports.set(file, ids);
    for (const id of ids) importers.set(id, [...(importers.get(id) ?? []), file]);
    for (const [, specifier = ''] of text.matchAll(DYNAMIC_IMPORT)) {
      const id = join(dirname(file), specifier);
      dynamicImporters.set(id, [...(dynamicImporters.get(id) ?? []), file]);
    }
  }
  const getModuleInfo = (id: string) => ({
    importedIds: imports.get(id) ?? [],
    importers: importers.get(id) ?? [],
    dynamicImporters: dynamicImporters.get(id) ?? [],
  });
  const groups = chunkGroups().toSorted((first, second) => second.priority - first.priority);
  return (id) => {
    for (const { name } of groups) {
      const chunk = typeof name === 'string' ? null : name(id, { getModuleInfo });
      if (chunk !== null) return chunk;
    }
    return undefined;
  };
}

const packageModule = (name: string) => `/node_modules/${name.replace('lucide-react/', 'lucide-react/dist/esm/')}.mjs`;

test.each(['shell/palette/palette.tsx', 'domain/use-sale-action.ts'])(
  '%s loads icons without the chunks of popups, forms or imports',
  (file) => {
    const { sourceFiles, packages } = loadClosure([file]);
    const findChunk = createChunkLookup();
    const icons = [...packages.keys()].filter((name) => name.startsWith('lucide-react/icons/'));
    const chunks = new Set([...sourceFiles, ...icons.map(packageModule)].map(findChunk));
    expect([...chunks]).toContain('icons');
    expect(['popups', 'pickers', 'form', 'record', 'import'].filter((chunk) => chunks.has(chunk))).toEqual([]);
  },
);

test('a page has its own files in one chunk, without those that other pages import', () => {
  const findChunk = createChunkLookup();
  const chunkOf = (file: string) => findChunk(join(SOURCE_FOLDER, file));
  expect(
    ['member-page', 'member-header', 'overview/overview-panel', 'overview/overview-skeleton'].map((name) =>
      chunkOf(`features/members/${name}.tsx`),
    ),
  ).toEqual(['member', 'member', 'member', 'member']);
  expect(chunkOf('domain/use-sale-action.ts')).toBe('guest');
  expect(chunkOf('engine/list/missing-rates.tsx')).toBe('console');
});

test('the list of chunks has only existing files', () => {
  const files = [...Object.values(CHUNKS), ...Object.values(PAGES)].flat();
  expect(files.filter((file) => !existsSync(join(SOURCE_FOLDER, file)))).toEqual([]);
});
