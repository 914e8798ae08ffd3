import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import UserRound from 'lucide-react/icons/user-round';
import { LANGUAGE_NAMES } from '../i18n/language.ts';
import { useLanguage } from '../i18n/use-label.ts';
import { switchLanguage } from '../session/session.ts';
import { chooseTheme, useSettings } from '../session/settings.ts';
import { useUser } from '../session/user.ts';
import type { MenuPanelProps } from '../ui/menu-button.tsx';
import { MenuChoices, MenuGroup, MenuItem, MenuPanel, MenuSeparator } from '../ui/menu.tsx';

export function LanguagePanel(panel: MenuPanelProps) {
  const language = useLanguage();
  return (
    <MenuPanel {...panel}>
      <MenuChoices
        value={language}
        onValueChange={(next) => void switchLanguage(next)}
        choices={[
          { value: 'en', label: <span lang="en">{LANGUAGE_NAMES.en}</span> },
          { value: 'id', label: <span lang="id">{LANGUAGE_NAMES.id}</span> },
        ]}
      />
    </MenuPanel>
  );
}

export function ThemePanel(panel: MenuPanelProps) {
  const { t } = useLingui();
  const { main } = useSettings().themes;
  return (
    <MenuPanel {...panel}>
      <MenuChoices
        value={main}
        onValueChange={chooseTheme}
        choices={[
          { value: 'light', label: t`Light`, icon: <Sun size={16} /> },
          { value: 'dark', label: t`Dark`, icon: <Moon size={16} /> },
          { value: 'system', label: t`System`, icon: <Monitor size={16} /> },
        ]}
      />
    </MenuPanel>
  );
}

/** Profile and logout for users; login and registration for visitors who are not signed in. */
export function UserPanel(panel: MenuPanelProps) {
  const user = useUser();
  return (
    <MenuPanel {...panel}>
      {user ? (
        <MenuGroup
          label={
            <span className="block max-w-64">
              <span className="block truncate text-base text-text">{user.displayName}</span>
              <span className="block truncate font-normal text-muted">{user.email}</span>
            </span>
          }
        >
          <MenuSeparator />
          <MenuItem icon={<UserRound size={16} />} render={<Link to="/pages/profile" />}>
            <Trans>My Profile</Trans>
          </MenuItem>
          <MenuItem icon={<LogOut size={16} />} render={<Link to="/logout" />}>
            <Trans>Logout</Trans>
          </MenuItem>
        </MenuGroup>
      ) : (
        <>
          <MenuItem icon={<LogIn size={16} />} render={<Link to="/login" />}>
            <Trans>Login</Trans>
          </MenuItem>
          <MenuItem icon={<UserRoundPlus size={16} />} render={<Link to="/register" />}>
            <Trans>Register</Trans>
          </MenuItem>
        </>
      )}
    </MenuPanel>
  );
}
