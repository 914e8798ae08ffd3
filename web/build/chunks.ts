import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '..', 'src');
const ICON = /[\\/]node_modules[\\/]lucide-react[\\/].*[\\/]icons[\\/]/;
/** Chunks that every page of the console is fetched with. */
const ALWAYS = new Set(['definitions', 'template', 'console']);

/**
 * Files that are fetched together. A chunk holds its files and everything that they import, directly or not, but for files of an
 * earlier chunk; the sign-in page comes before all of them. Parts that are imported when they are needed (popups, editor,
 * calendar) stay apart. Left to itself the bundler cuts a list into 35 files, and over a slow line each half dozen costs a round
 * trip; merging by size alone put the validation of forms, 170 kB, into lists.
 */
export const CHUNKS: Readonly<Record<string, readonly string[]>> = {
  definitions: ['../../contract/src/index.ts'],
  // Pages of errors and of maintenance stand without the console; the parts of their bar are few and small.
  template: ['shell/template-shell.tsx'],
  console: [
    'shell/layout.tsx',
    'engine/data/resource-path.ts',
    'shell/resource-screen.tsx',
    'session/reference-data.ts',
    'programme/dashboard/dashboard-page.tsx',
    'ui/segmented.tsx',
    'engine/list/list-page.tsx',
  ],
  dialogs: ['ui/dialog.tsx', 'shell/dialogs.tsx'],
  popups: [
    'ui/menu.tsx',
    'ui/popover.tsx',
    'ui/choice-panel.tsx',
    'engine/list/filter-popup.tsx',
    'engine/list/number-problem.tsx',
    'engine/list/column-menu.tsx',
    'engine/list/column-panel.tsx',
    'engine/list/bulk-dialog.tsx',
    'engine/list/record-actions.tsx',
    'engine/exchange/exchange-panel.tsx',
  ],
  // Pages of the counter choose and send, and have no forms.
  pickers: [
    'ui/select.tsx',
    'ui/combobox.tsx',
    'ui/multi-combobox.tsx',
    'ui/confirm.tsx',
    'ui/arrival-focus.ts',
    'engine/data/attempts.ts',
  ],
  form: ['engine/form/form-dialog.tsx'],
  record: ['engine/record/record-page.tsx'],
  import: ['engine/exchange/import-page.tsx'],
};

interface ModuleGraph {
  getModuleInfo: (
    id: string,
  ) => { readonly importedIds: readonly string[]; readonly importers: readonly string[] } | null;
}

/** The groups for the bundler, the first ones first. */
export function chunkGroups() {
  let names: Map<string, string> | undefined;
  const chunks = Object.keys(CHUNKS).map((chunk, index, all) => ({
    name: (id: string, graph: ModuleGraph) => {
      names ??= nameModules(graph);
      return names.get(id) === chunk ? chunk : null;
    },
    debugName: chunk,
    priority: all.length - index,
  }));
  // A drawing of few bytes would bring the whole chunk that holds it to each other part that shows it.
  const icons = {
    name: (id: string, graph: ModuleGraph) => {
      names ??= nameModules(graph);
      return ICON.test(id) && isShared(id, names, graph) ? 'icons' : null;
    },
    debugName: 'icons',
    priority: chunks.length + 1,
  };
  // One request for the sign-in page.
  return [{ name: 'start', tags: ['$initial' as const], priority: chunks.length + 2 }, icons, ...chunks];
}

function nameModules(graph: ModuleGraph): Map<string, string> {
  const names = new Map<string, string>();
  for (const [chunk, files] of Object.entries(CHUNKS)) {
    const queue = files.map((file) => join(SOURCE, file));
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (names.has(id)) continue;
      names.set(id, chunk);
      queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return names;
}

/** Whether parts of more than one chunk show the icon, and no page is without one of them. */
function isShared(id: string, names: ReadonlyMap<string, string>, graph: ModuleGraph): boolean {
  if (ALWAYS.has(names.get(id) ?? '')) return false;
  return new Set(graph.getModuleInfo(id)?.importers.map((importer) => names.get(importer))).size > 1;
}
