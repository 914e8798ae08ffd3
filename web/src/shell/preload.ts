/**
 * Fetches the parts of the first page while the server still looks up the session: otherwise each part would be found, and waited
 * for, only when the one before it has come. A failure concerns nobody here; the page itself will ask again.
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
