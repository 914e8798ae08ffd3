import type { CurrentUser } from '@innkeeper/contract';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { OpenFormContext } from '../engine/form/open-form.ts';
import { useUser } from '../session/user.ts';
import { MessageBar } from '../ui/message-bar.tsx';
import { dialogs } from '../ui/dialog-store.ts';
import { useStore } from '../ui/store.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { openForm } from './open-form.ts';
import { lazyComponent } from '../ui/lazy-component.ts';

const loadDialogs = async () => (await import('./dialogs.tsx')).Dialogs;
const RequiredPasswordPage = lazyComponent(
  async () => (await import('../session/required-password-page.tsx')).RequiredPasswordPage,
);
const RequiredSecondFactorPage = lazyComponent(
  async () => (await import('../features/account/required-second-factor-page.tsx')).RequiredSecondFactorPage,
);
const BrokenPage = lazyComponent(async () => (await import('./pages/error-pages.tsx')).BrokenPage);

/** The root route: the page, the dialogs and the messages. */
export function Root() {
  const user = useUser();
  const hasDialogs = useStore(dialogs).length > 0;
  const Dialogs = useLoaded(loadDialogs, hasDialogs);
  return (
    <OpenFormContext value={openForm}>
      <div className="flex min-h-dvh flex-col">
        <Suspense fallback={<LoadingScreen />}>
          <CurrentPage user={user} />
        </Suspense>
        {hasDialogs && Dialogs && (
          <Suspense>
            <Dialogs />
          </Suspense>
        )}
        <MessageBar />
      </div>
    </OpenFormContext>
  );
}

/** The page at this address, or one that completes the sign-in first. */
function CurrentPage({ user }: { user: CurrentUser | null }) {
  if (user?.must_change_password === 1) return <RequiredPasswordPage />;
  return user?.must_set_up_second_factor === 1 ? <RequiredSecondFactorPage /> : <Outlet />;
}

/** Shows the content of /error-500 at the path of the failed page, so that a reload retries that page. */
export function RootErrorPage() {
  return (
    <Suspense>
      <BrokenPage />
    </Suspense>
  );
}
