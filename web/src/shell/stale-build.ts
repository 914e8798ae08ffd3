/**
 * A page may stay open for days. It compares its own build with the server's at the start and every quarter of an hour; when
 * they differ, the caches are deleted and the next navigation loads the new build, so that nothing unsaved is lost.
 */

const INTERVAL = 15 * 60_000;
/** The build that was already reloaded for: where an old page still comes, once is enough. */
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
  const check = async () => {
    newBuild ??= await findNewBuild();
  };
  const load = (href: string) => {
    if (newBuild === undefined) return;
    sessionStorage.setItem(RELOADED_KEY, newBuild);
    location.assign(href);
  };
  void check();
  setInterval(() => void check(), INTERVAL);
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
    if (fromLocation && pathChanged) load(toLocation.href);
  });
  // A part of this build that has gone from the server: the page that wanted it comes with the new build.
  window.addEventListener('vite:preloadError', () => void check().then(() => load(location.href)));
}

/** The date of the server's build where it is another one than this, its caches deleted; undefined where it does not say. */
async function findNewBuild(): Promise<string | undefined> {
  try {
    const response = await fetch('/meta.json', { cache: 'no-store' });
    const meta: unknown = await response.json();
    const date = typeof meta === 'object' && meta !== null && 'build_date' in meta ? meta.build_date : undefined;
    if (typeof date !== 'string' || date === __BUILD_DATE__ || date === sessionStorage.getItem(RELOADED_KEY))
      return undefined;
    if ('caches' in window) await Promise.all((await caches.keys()).map((key) => caches.delete(key)));
    return date;
  } catch {
    return undefined;
  }
}
