/**
 * Fetches what the first page will need while the server still says whose session it is: otherwise each part would be found
 * out, and waited for, only when the one before it has come. A failure is nobody's concern here; the page itself will ask again.
 */
export function preloadShell(path: string): void {
  const parts: Promise<unknown>[] = [import('./layout.tsx')];
  if (path === '/' || path.startsWith('/company/dashboard'))
    parts.push(import('../programme/dashboard/dashboard-page.tsx'));
  else
    parts.push(
      import('../engine/data/resource-path.ts'),
      import('./resource-screen.tsx'),
      import('../engine/list/list-page.tsx'),
    );
  Promise.all(parts).catch(() => undefined);
}
