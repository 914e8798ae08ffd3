import { useLingui } from '@lingui/react/macro';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { changeSettings, useSettings } from '../session/settings.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuChoices } from '../ui/menu.tsx';

export function ThemeMenu() {
  const { t } = useLingui();
  const { theme } = useSettings();
  const Icon = { light: Sun, dark: Moon, system: Monitor }[theme];
  return (
    <Menu
      trigger={
        <IconButton label={t`Theme`}>
          <Icon size={18} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuChoices
        value={theme}
        onValueChange={(next) => changeSettings({ theme: next })}
        choices={[
          { value: 'light', label: t`Light`, icon: <Sun size={16} aria-hidden="true" /> },
          { value: 'dark', label: t`Dark`, icon: <Moon size={16} aria-hidden="true" /> },
          { value: 'system', label: t`As the system`, icon: <Monitor size={16} aria-hidden="true" /> },
        ]}
      />
    </Menu>
  );
}
