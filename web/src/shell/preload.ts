/**
 * Loads the modules of the first page in parallel with the request for the user; otherwise each would be requested only
 * after the previous one has arrived. Ignores failures, because the page requests the modules itself.
 */
export function preloadShell(path: string): void {
  const parts: Promise<unknown>[] = [import('./layout.tsx')];
  if (path === '/' || path.startsWith('/company/dashboard'))
    parts.push(import('../features/dashboard/dashboard-page.tsx'));
  else
    parts.push(
      import('../engine/data/resource-path.ts'),
      import('./resource-screen.tsx'),
      import('../engine/list/list-page.tsx'),
    );
  Promise.all(parts).catch(() => undefined);
}
