import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import { useUser } from '../session/user.ts';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { Avatar } from '../ui/avatar.tsx';

export function UserMenu() {
  const { t } = useLingui();
  const user = useUser();
  if (!user) return null;
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t`User menu of ${user.displayName}`}
          className="ml-1 flex h-(--control) items-center gap-2 rounded-md px-1 hover:bg-hover data-popup-open:bg-hover md:pr-2.5"
        >
          <Avatar name={user.displayName} photo={user.photoURL} />
          <span className="hidden max-w-40 truncate font-medium md:block">{user.displayName}</span>
        </button>
      }
    >
      <div className="max-w-64 px-2 pt-1 pb-1.5">
        <p className="truncate font-medium">{user.displayName}</p>
        <p className="truncate text-sm text-muted">{user.email}</p>
      </div>
      <MenuSeparator />
      <MenuItem icon={<UserRound size={16} aria-hidden="true" />} render={<Link to="/pages/profile" />}>
        <Trans>My Profile</Trans>
      </MenuItem>
      <MenuItem icon={<LogOut size={16} aria-hidden="true" />} render={<Link to="/logout" />}>
        <Trans>Logout</Trans>
      </MenuItem>
    </Menu>
  );
}
