import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import MenuIcon from 'lucide-react/icons/menu';
import UserRound from 'lucide-react/icons/user-round';
import { type ReactNode } from 'react';
import { useUser } from '../session/user.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { Brand } from '../ui/brand.tsx';
import { UserMenu } from './toolbar-menus.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';

const UserPanel = lazyComponent(async () => (await import('./toolbar-menu-panels.tsx')).UserPanel);

/** The frame of pages outside the console (errors, maintenance): a bar with navigation, home link and user menu. */
export function PublicShell({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <header className="@container flex h-(--toolbar) shrink-0 items-center gap-2 border-b border-border px-2 sm:px-4 print:hidden">
        <IconButton label={t`Open navigation`} onClick={() => void openDrawer()}>
          <MenuIcon size={20} />
        </IconButton>
        <Link to="/" className="mr-auto rounded-md">
          <Brand />
        </Link>
        {useUser() ? <UserMenu /> : <VisitorMenu />}
      </header>
      {children}
    </div>
  );
}

async function openDrawer(): Promise<void> {
  const { openPublicNavigation } = await import('./public-navigation.tsx');
  await openPublicNavigation();
}

/** The user menu of a visitor who is not signed in. */
function VisitorMenu() {
  const { t } = useLingui();
  return (
    <MenuButton
      panel={UserPanel}
      trigger={
        <IconButton label={t`User menu`}>
          <UserRound size={20} />
        </IconButton>
      }
    />
  );
}
