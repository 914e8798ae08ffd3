import { dialogs } from '../ui/dialog-store.ts';

/**
 * A page may stay open for days. It compares its own build with the server's at the start and every quarter of an hour; when
 * they differ, the caches are deleted and the page is loaded anew: at once where nothing is unsaved, otherwise with the next
 * navigation.
 */

const INTERVAL = 15 * 60_000;
/** When the page was last loaded anew for a new build, and for which. */
const RELOADED_KEY = 'innkeeper.reloaded';

interface Navigations {
  subscribe: (
    event: 'onBeforeNavigate',
    listener: (event: { fromLocation?: object; toLocation: { href: string }; pathChanged: boolean }) => void,
  ) => () => void;
}

export function watchBuild(router: Navigations): void {
  if (import.meta.env.DEV) return;
  let newBuild: string | undefined;
  const load = (href: string) => {
    if (newBuild === undefined || !canReload(newBuild)) return;
    sessionStorage.setItem(RELOADED_KEY, JSON.stringify([newBuild, Date.now()]));
    location.assign(href);
  };
  const find = async () => {
    newBuild = (await findNewBuild()) ?? newBuild;
  };
  const check = async () => {
    await find();
    if (isIdlePage()) load(location.href);
  };
  void check();
  setInterval(() => void check(), INTERVAL);
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
    if (fromLocation && pathChanged) load(toLocation.href);
  });
  // A part of this build that has gone from the server: the page that wanted it comes with the new build.
  window.addEventListener('vite:preloadError', () => void find().then(() => load(location.href)));
}

/**
 * Once for a build, and never twice within a quarter of an hour: where servers of two builds answer in turns, or an old page
 * keeps coming, the console must not go round in circles.
 */
function canReload(build: string): boolean {
  const [last, at]: unknown[] = JSON.parse(sessionStorage.getItem(RELOADED_KEY) ?? '[]');
  return last !== build && !(typeof at === 'number' && Date.now() - at < INTERVAL);
}

/** Whether a reload now would take nothing from anybody: no dialog, nobody typing, nothing unsaved. */
function isIdlePage(): boolean {
  if (dialogs.get().length > 0 || document.activeElement?.matches('input, textarea, select, [contenteditable]'))
    return false;
  // A page with unsaved values objects when it is about to go.
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/** The date of the server's build where it is another one than this, its caches deleted; undefined where it does not say. */
async function findNewBuild(): Promise<string | undefined> {
  try {
    const response = await fetch('/meta.json', { cache: 'no-store' });
    const meta: unknown = await response.json();
    const date = typeof meta === 'object' && meta !== null && 'build_date' in meta ? meta.build_date : undefined;
    if (typeof date !== 'string' || date === __BUILD_DATE__) return undefined;
    if ('caches' in window) await Promise.all((await caches.keys()).map((key) => caches.delete(key)));
    return date;
  } catch {
    return undefined;
  }
}
