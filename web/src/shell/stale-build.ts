/**
 * A page may stay open for days. It compares its own build with the server's at the start and every quarter of an hour; when
 * they differ, the caches are deleted and the next navigation loads the new build, so that nothing unsaved is lost.
 */

const INTERVAL = 15 * 60_000;

interface Navigations {
  subscribe: (event: 'onBeforeNavigate', listener: (event: { toLocation: { href: string }; pathChanged: boolean }) => void) => () => void;
}

export function watchBuild(router: Navigations): void {
  if (import.meta.env.DEV) return;
  let stale = false;
  const check = async () => {
    stale ||= await isStale();
  };
  void check();
  // A part of this build that has gone from the server: the page that wanted it comes with the new build.
  window.addEventListener('vite:preloadError', () => void check().then(() => stale && location.reload()));
  setInterval(() => void check(), INTERVAL);
  router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
    if (stale && pathChanged) location.assign(toLocation.href);
  });
}

/** Whether the server holds another build; false where it does not say. */
async function isStale(): Promise<boolean> {
  try {
    const response = await fetch('/meta.json', { cache: 'no-store' });
    const meta: unknown = await response.json();
    const date = typeof meta === 'object' && meta !== null && 'build_date' in meta ? meta.build_date : undefined;
    if (typeof date !== 'string' || date === __BUILD_DATE__) return false;
  } catch {
    return false;
  }
  if ('caches' in window) await Promise.all((await caches.keys()).map((key) => caches.delete(key)));
  return true;
}
