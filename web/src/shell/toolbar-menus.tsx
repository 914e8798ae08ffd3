import { useLingui } from '@lingui/react/macro';
import Languages from 'lucide-react/icons/languages';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useSettings } from '../session/settings.ts';
import { useUser } from '../session/user.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { isDarkTheme } from '@innkeeper/contract';
import { lazyComponent } from '../ui/lazy-component.ts';

const loadPanels = () => import('./toolbar-menu-panels.tsx');
const LanguagePanel = lazyComponent(async () => (await loadPanels()).LanguagePanel);
const ThemePanel = lazyComponent(async () => (await loadPanels()).ThemePanel);
const UserPanel = lazyComponent(async () => (await loadPanels()).UserPanel);

export function LanguageMenu() {
  const { t } = useLingui();
  return (
    <MenuButton
      panel={LanguagePanel}
      trigger={
        <IconButton label={t`Language`}>
          <Languages size={18} />
        </IconButton>
      }
    />
  );
}

export function ThemeMenu() {
  const { t } = useLingui();
  const { main } = useSettings().themes;
  const Icon = main === 'system' ? Monitor : isDarkTheme(main) ? Moon : Sun;
  return (
    <MenuButton
      panel={ThemePanel}
      trigger={
        <IconButton label={t`Theme`}>
          <Icon size={18} />
        </IconButton>
      }
    />
  );
}

export function UserMenu() {
  const { t } = useLingui();
  const user = useUser();
  if (!user) return null;
  return (
    <MenuButton
      panel={UserPanel}
      trigger={
        <button
          type="button"
          aria-label={t`User menu of ${user.displayName}`}
          className="ml-1 flex h-(--control) min-w-(--control) items-center justify-center gap-2 rounded-md px-1 hover:bg-hover data-popup-open:bg-hover @6xl:pr-2.5"
        >
          <Avatar name={user.displayName} photo={user.photoURL} />
          <span className="hidden max-w-40 truncate font-medium @6xl:block">{user.displayName}</span>
        </button>
      }
    />
  );
}
