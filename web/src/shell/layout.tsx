import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useMatch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { queryClient } from '../session/query-client.ts';
import { useUser } from '../session/user.ts';
import { useStore } from '../ui/store.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { Frame } from './layouts/frame.tsx';
import { useLayout } from './layouts/use-layout.ts';
import { lazyComponent } from '../ui/lazy-component.ts';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { settingsPanel } from './settings-panel/open-settings-panel.ts';
import { HelpButton } from './help/help-button.tsx';
import { useShellKeys } from './shortcut-keys.ts';
import { MissingAccess } from './missing-access.tsx';
import type { LayoutConfig } from './layouts/layout.ts';
import { NavigationButton } from './navigation-button.tsx';
import { SettingsButton } from './settings-panel/settings-button.tsx';
import { UserMenu } from './toolbar-menus.tsx';

const VisitorHomePage = lazyComponent(async () => (await import('./pages/visitor-home-page.tsx')).VisitorHomePage);
const loadSettingsPanel = () => import('./settings-panel/settings-panel.tsx');

/** The shell of signed-in users. Of its pages, only /dashboard is open to visitors, who get their own start page. */
export function Layout() {
  const user = useUser();
  const isHomePage = useMatch({ from: '/shell/dashboard', shouldThrow: false }) !== undefined;
  if (user) return <UserLayout />;
  // After a sign-out there is no user on the other pages, until the router shows the next one.
  return isHomePage ? <VisitorHomePage /> : null;
}

/**
 * The shell around a page: navigation, toolbar and footer, arranged by the user's layout. Its sibling routes (sign-in,
 * errors, a new password) have no shell. Its child routes may hide parts of it by their `staticData`.
 */
function UserLayout() {
  const { layout, config } = useLayout();
  const panelState = useStore(settingsPanel);
  const settingsModule = useLoaded(loadSettingsPanel, panelState !== 'unused');
  useShellKeys();
  return (
    <QueryClientProvider client={queryClient}>
      <Frame parts={layout.arrange(config)}>
        <MissingAccess />
        <Suspense fallback={<LoadingScreen />}>
          <Outlet />
        </Suspense>
      </Frame>
      {!config.toolbar && <FloatingButtons config={config} />}
      {settingsModule && <settingsModule.SettingsPanel open={panelState === 'open'} />}
    </QueryClientProvider>
  );
}

/** Buttons for users who have hidden the toolbar. Small screens always have the toolbar. */
function FloatingButtons({ config }: { config: LayoutConfig }) {
  return (
    <div className="fixed right-4 bottom-12 z-30 hidden items-center gap-1 rounded-lg border border-border bg-raised p-1 shadow-raised lg:flex print:hidden">
      {!config.navbar && <NavigationButton />}
      <SettingsButton />
      <HelpButton />
      <UserMenu />
    </div>
  );
}
