import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { CHUNKS, chunkGroups } from './chunks.ts';

const SOURCE = join(import.meta.dirname, '..', 'src');
/** A static import or export: neither type-only nor loaded on demand. */
const IMPORT = /^(?:import|export) (?!type\b)(?:[^;'"]*? from )?'([^']+)'/gm;

/** The files loaded together with the given ones: our own, and each package with the file that imports it. */
function closure(files: readonly string[]): { ours: ReadonlySet<string>; packages: ReadonlyMap<string, string> } {
  const ours = new Set<string>();
  const packages = new Map<string, string>();
  const queue = files.map((file) => join(SOURCE, file));
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (ours.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) continue;
    ours.add(file);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT))
      if (name.startsWith('.')) queue.push(join(dirname(file), name));
      else if (!packages.has(name)) packages.set(name, file.slice(SOURCE.length + 1));
  }
  return { ours, packages };
}

test('a list loads without popups, dialogs, calendars and editors', () => {
  const { ours, packages } = closure(['main.tsx', ...(CHUNKS['console'] ?? [])]);
  // Proves that the search goes deep enough to be meaningful.
  expect([...ours]).toContain(join(SOURCE, 'engine/list/number-filter.tsx'));
  const heavy = [...packages].filter(([name]) =>
    /^@base-ui\/react\/|^@tiptap|^react-day-picker|^@tanstack\/react-virtual|^react-hook-form/.test(name),
  );
  expect(heavy.filter(([name]) => name !== '@base-ui/react/csp-provider')).toEqual([]);
});

test('text catalogues load only on demand', () => {
  const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.|^testing/.test(name),
  );
  const importing = (name: string) =>
    [...readFileSync(join(SOURCE, name), 'utf8').matchAll(IMPORT)].map(([, to]) => to);
  expect(sources.filter((name) => importing(name).some((to) => to?.endsWith('.po')))).toEqual([]);
});

/** The chunks loaded by a page, among the named ones. */
function chunksOf(...files: readonly string[]): ReadonlySet<string> {
  const names = new Map<string, string>();
  for (const [chunk, firsts] of Object.entries({ start: ['main.tsx'], ...CHUNKS }))
    for (const file of closure(firsts).ours) if (!names.has(file)) names.set(file, chunk);
  return new Set([...closure(files).ours].flatMap((file) => names.get(file) ?? []));
}

test('the dashboard and its metrics load without the chunks of forms, dialogs and popups', () => {
  const fetched = chunksOf('features/dashboard/metrics.tsx', ...(CHUNKS['console'] ?? []));
  const first = new Set(['start', 'definitions', 'template', 'console']);
  expect([...fetched].filter((chunk) => !first.has(chunk))).toEqual([]);
});

test.each(['features/front-desk/redeem-page.tsx', 'features/call-lists/call-list-page.tsx'])(
  '%s loads without the forms of records',
  (page) => {
    const fetched = chunksOf(page);
    expect([...fetched]).toContain('pickers');
    expect([...fetched].filter((chunk) => chunk === 'form' || chunk === 'record')).toEqual([]);
  },
);

/** The chunk of each module as passed to the bundler, based on the imports of our own files. */
function chunkOfModule(): (id: string) => string | undefined {
  const imports = new Map<string, readonly string[]>();
  const importers = new Map<string, string[]>();
  for (const name of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.(test|stories)\./.test(name)) continue;
    const file = join(SOURCE, name);
    const names = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, to = '']) => to);
    const ids = names.map((to) => (to.startsWith('.') ? join(dirname(file), to) : moduleOf(to)));
    imports.set(file, ids);
    for (const id of ids) importers.set(id, [...(importers.get(id) ?? []), file]);
  }
  const getModuleInfo = (id: string) => ({ importedIds: imports.get(id) ?? [], importers: importers.get(id) ?? [] });
  const groups = chunkGroups().toSorted((a, b) => b.priority - a.priority);
  return (id) => {
    for (const { name } of groups) {
      const chunk = typeof name === 'string' ? null : name(id, { getModuleInfo });
      if (chunk !== null) return chunk;
    }
    return undefined;
  };
}

const moduleOf = (name: string) => `/node_modules/${name.replace('lucide-react/', 'lucide-react/dist/esm/')}.mjs`;

test.each(['shell/palette/palette.tsx', 'features/front-desk/use-sale-action.ts'])(
  '%s loads icons without the chunks of popups, forms or imports',
  (file) => {
    const { ours, packages } = closure([file]);
    const chunkOf = chunkOfModule();
    const icons = [...packages.keys()].filter((name) => name.startsWith('lucide-react/icons/'));
    const chunks = new Set([...ours, ...icons.map(moduleOf)].map(chunkOf));
    expect([...chunks]).toContain('icons');
    expect(['popups', 'pickers', 'form', 'record', 'import'].filter((chunk) => chunks.has(chunk))).toEqual([]);
  },
);

test('the list of chunks has only existing files', () => {
  const files = Object.values(CHUNKS).flat();
  expect(files.filter((file) => !existsSync(join(SOURCE, file)))).toEqual([]);
});
