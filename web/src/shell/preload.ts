/**
 * Loads the modules of the first page in parallel with the request for the user; otherwise each module would wait for
 * the previous one. Ignores failures, because the page requests the modules itself.
 */
export function preloadShell(path: string): void {
  const modules: Promise<unknown>[] = [import('./console-pages.ts')];
  if (path === '/' || path.startsWith('/company/dashboard'))
    modules.push(import('../features/dashboard/dashboard-page.tsx'));
  Promise.all(modules).catch(() => undefined);
}
