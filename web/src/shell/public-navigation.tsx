import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import LogIn from 'lucide-react/icons/log-in';
import { useUser } from '../session/user.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { openDialog } from '../ui/dialog-store.ts';
import { Brand } from '../ui/brand.tsx';
import { NavigationMenu } from './navigation-menu.tsx';
import { useOnPageLeave } from '../ui/use-on-page-leave.ts';

/** Opens the navigation of the pages outside the console. */
export const openPublicNavigation = (): Promise<void> =>
  openDialog((close) => <PublicNavigation close={() => close()} />, {
    placement: 'drawer-left',
    width: 'var(--sidebar-template)',
  });

function PublicNavigation({ close }: { close: () => void }) {
  const { t } = useLingui();
  const user = useUser();
  useOnPageLeave(close);
  return (
    <DialogFrame title={<Brand />} isPlain>
      <nav aria-label={t`Main navigation`} className="px-2.5 pb-6">
        {user ? (
          <NavigationMenu onNavigate={close} />
        ) : (
          <Link
            to="/login"
            onClick={close}
            className="flex h-9 items-center gap-3 rounded-md px-3 text-muted hover:bg-hover hover:text-text pointer-coarse:h-11"
          >
            <LogIn size={18} strokeWidth={1.75} />
            <Trans>Please Login</Trans>
          </Link>
        )}
      </nav>
    </DialogFrame>
  );
}
