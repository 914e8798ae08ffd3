import { join } from 'node:path';

const SOURCE_ROOT = join(import.meta.dirname, '..', 'src');
const ICON_MODULE = /[\\/]node_modules[\\/]lucide-react[\\/].*[\\/]icons[\\/]/;
/** Chunks that every console page loads. */
const INITIAL_CHUNKS = new Set(['definitions', 'template', 'console']);

/**
 * Files that are loaded together. A chunk contains its files and their imports, direct and indirect, unless an earlier
 * chunk has them; the sign-in page comes first. Parts that are imported on demand (popups, editor, calendar) stay
 * separate. By default the bundler splits a list into 35 files, and on a slow connection every six cost a round trip.
 * Merging by size alone put 170 kB of form validation into lists.
 */
export const CHUNKS: Readonly<Record<string, readonly string[]>> = {
  definitions: ['../../contract/src/index.ts'],
  // Error and maintenance pages work without the console chunk: their toolbar needs few, small files.
  template: ['shell/public-shell.tsx'],
  console: [
    'shell/console-pages.ts',
    'session/reference-data.ts',
    'session/expired-session.ts',
    'features/dashboard-home.tsx',
    'ui/segmented.tsx',
    'engine/data/attempts.ts',
    // Small, and parts of the dashboard, of guests and of the palette: as files of a page they would load that page.
    'engine/list/rows-link.tsx',
    'engine/list/missing-rates.tsx',
    'domain/recent-guests.ts',
  ],
  // A record is shown before anything is edited: its form has values and rules of its own, but no inputs yet.
  fields: [
    'engine/form/use-resource-form.ts',
    'engine/form/use-leave-guard.tsx',
    'engine/form/save-bar.tsx',
    'engine/form/form-skeleton.tsx',
    'engine/form/read-view.tsx',
    'engine/form/use-save-keys.ts',
    'engine/record/record-frame.tsx',
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
    'engine/import-export/import-export-panel.tsx',
  ],
  // Front desk pages use selects and send data, but contain no resource form.
  pickers: [
    'ui/select.tsx',
    'ui/combobox.tsx',
    'ui/multi-combobox.tsx',
    'ui/confirm.tsx',
    'ui/focus-on-mount.ts',
    'ui/use-on-page-leave.ts',
  ],
  form: ['engine/form/form-dialog.tsx', 'engine/form/conflict-dialog.tsx', 'engine/record/new-record-page.tsx'],
  record: ['engine/record/record-page.tsx'],
  // What the palette, the front desk and the call lists show of a guest, without the member page.
  guest: [
    'ui/whats-app-link.tsx',
    'ui/copy-text.ts',
    'format/days.ts',
    'domain/use-sale-action.ts',
    'domain/benefits.tsx',
    'domain/address-notice.tsx',
  ],
  import: ['engine/import-export/import-page.tsx'],
};

/**
 * Pages whose own files are loaded together, because each file costs a request. A file that other parts import as well
 * remains separate, so that they do not load the page.
 */
export const PAGES: Readonly<Record<string, readonly string[]>> = {
  member: [
    'features/members/member-page.tsx',
    'features/members/member-peek.tsx',
    'features/members/overview/overview-panel.tsx',
  ],
};

interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}
interface ModuleGraph {
  getModuleInfo: (id: string) => ModuleInfo | null;
}

/** The bundler's chunk groups, in order of priority. */
export function chunkGroups() {
  let chunkByModule: Map<string, string> | undefined;
  const chunks = [...Object.keys(CHUNKS), ...Object.keys(PAGES)].map((chunk, index, all) => ({
    name: (id: string, graph: ModuleGraph) => {
      chunkByModule ??= assignModules(graph);
      return chunkByModule.get(id) === chunk ? chunk : null;
    },
    debugName: chunk,
    priority: all.length - index,
  }));
  // Without this, an icon of a few bytes pulls its whole chunk into every other part that shows it.
  const icons = {
    name: (id: string, graph: ModuleGraph) => {
      chunkByModule ??= assignModules(graph);
      return ICON_MODULE.test(id) && isSharedIcon(id, chunkByModule, graph) ? 'icons' : null;
    },
    debugName: 'icons',
    priority: chunks.length + 1,
  };
  // Loads the sign-in page with a single request.
  return [{ name: 'start', tags: ['$initial' as const], priority: chunks.length + 2 }, icons, ...chunks];
}

function assignModules(graph: ModuleGraph): Map<string, string> {
  const chunkByModule = new Map<string, string>();
  for (const [chunk, files] of Object.entries(CHUNKS))
    for (const id of findImports(files, graph, chunkByModule)) chunkByModule.set(id, chunk);
  for (const [page, files] of Object.entries(PAGES))
    for (const id of findOwnImports(files, graph, chunkByModule)) chunkByModule.set(id, page);
  return chunkByModule;
}

/** The files and everything that they import, directly or indirectly, except what a chunk has already. */
function findImports(
  files: readonly string[],
  graph: ModuleGraph,
  chunkByModule: ReadonlyMap<string, string>,
): Set<string> {
  const found = new Set<string>();
  const queue = files.map((file) => join(SOURCE_ROOT, file));
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (chunkByModule.has(id) || found.has(id)) continue;
    found.add(id);
    queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** The same without what other parts import as well. */
function findOwnImports(
  files: readonly string[],
  graph: ModuleGraph,
  chunkByModule: ReadonlyMap<string, string>,
): Set<string> {
  const found = findImports(files, graph, chunkByModule);
  const entries = new Set(files.map((file) => join(SOURCE_ROOT, file)));
  const isShared = (id: string) => {
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
    return [...importers, ...dynamicImporters].some((importer) => !found.has(importer));
  };
  for (;;) {
    const shared = [...found].filter((id) => !entries.has(id) && isShared(id));
    if (shared.length === 0) return found;
    for (const id of shared) found.delete(id);
  }
}

/** Whether several chunks import the icon. False for icons in the chunks that every page loads. */
function isSharedIcon(id: string, chunkByModule: ReadonlyMap<string, string>, graph: ModuleGraph): boolean {
  if (INITIAL_CHUNKS.has(chunkByModule.get(id) ?? '')) return false;
  return new Set(graph.getModuleInfo(id)?.importers.map((importer) => chunkByModule.get(importer))).size > 1;
}
