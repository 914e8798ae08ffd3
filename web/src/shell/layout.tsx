import { Trans } from '@lingui/react/macro';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { queryClient } from '../session/query-client.ts';
import { useUser } from '../session/user.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { NavigationColumn } from './navigation-column.tsx';
import { useShellKeys } from './shortcut-keys.ts';
import { Toolbar } from './toolbar.tsx';

/** The vertical layout: navigation in full height, toolbar beside it, the page below the toolbar. */
export function Layout() {
  useShellKeys();
  // While the sign-out is on its way to the next page there is nobody to show it to.
  if (!useUser()) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <div className="flex h-dvh bg-canvas print:h-auto">
        <a
          href="#content"
          className="fixed top-2 left-2 z-70 -translate-y-20 rounded-md bg-accent px-3 py-2 font-medium text-on-accent focus:translate-y-0"
        >
          <Trans>Skip to the content</Trans>
        </a>
        <NavigationColumn />
        <div className="flex min-w-0 flex-1 flex-col">
          <Toolbar />
          <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col overflow-y-auto outline-none">
            <Suspense fallback={<LoadingScreen />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
    </QueryClientProvider>
  );
}
