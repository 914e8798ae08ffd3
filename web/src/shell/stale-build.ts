import { dialogs } from '../ui/dialog-store.ts';

/** Milliseconds between two checks, and between two reloads. */
const CHECK_INTERVAL = 15 * 60_000;
/** Key of the last reload for a new build: that build and the time, stored per tab. */
const RELOADED_KEY = 'innkeeper.reloaded';

interface NavigationEvents {
  subscribe: (
    event: 'onBeforeNavigate',
    listener: (event: { fromLocation?: object; toLocation: { href: string }; pathChanged: boolean }) => void,
  ) => () => void;
}

/**
 * Compares the build of the page, which may be open for days, with the server's: at the start and every 15 minutes. If
 * they differ, deletes the caches and reloads the page, immediately if nothing is unsaved, otherwise on the next
 * navigation.
 */
export function watchBuild(router: NavigationEvents): void {
  if (import.meta.env.DEV) return;
  let newBuild: string | undefined;
  const reload = (href: string) => {
    if (newBuild === undefined || !canReload(newBuild)) return;
    sessionStorage.setItem(RELOADED_KEY, JSON.stringify([newBuild, Date.now()]));
    location.assign(href);
  };
  const updateNewBuild = async () => {
    newBuild = (await findNewBuild()) ?? newBuild;
  };
  const check = async () => {
    await updateNewBuild();
    if (isIdlePage()) reload(location.href);
  };
  void check();
  setInterval(() => void check(), CHECK_INTERVAL);
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
    if (fromLocation && pathChanged) reload(toLocation.href);
  });
  // The server no longer has a module of this build, so load the requested page from the new build.
  window.addEventListener('vite:preloadError', () => void updateNewBuild().then(() => reload(location.href)));
}

/**
 * Allows one reload per build, and at most one in 15 minutes. The console must not reload endlessly if servers of two
 * builds alternate, or if a cache returns an old page.
 */
function canReload(build: string): boolean {
  const [lastBuild, reloadedAt]: unknown[] = JSON.parse(sessionStorage.getItem(RELOADED_KEY) ?? '[]');
  return lastBuild !== build && !(typeof reloadedAt === 'number' && Date.now() - reloadedAt < CHECK_INTERVAL);
}

/** Whether a reload would lose nothing: no dialog is open, no field has the focus, nothing is unsaved. */
function isIdlePage(): boolean {
  if (dialogs.get().length > 0 || document.activeElement?.matches('input, textarea, select, [contenteditable]'))
    return false;
  // A page with unsaved values cancels this event.
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/** Returns the date of the server's build and deletes the caches if it differs; undefined if it is equal or unknown. */
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
