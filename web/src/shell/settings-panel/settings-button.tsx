import { useLingui } from '@lingui/react/macro';
import Settings2 from 'lucide-react/icons/settings-2';
import { useUser } from '../../session/user.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useStore } from '../../ui/store.ts';
import { closeSettingsPanel, canOpenSettings, openSettingsPanel, settingsPanel } from './open-settings-panel.ts';

/** Opens and closes the settings panel; not shown to users without an email. */
export function SettingsButton() {
  const { t } = useLingui();
  const isOpen = useStore(settingsPanel) === 'open';
  if (!canOpenSettings(useUser())) return null;
  return (
    <IconButton
      label={t`Settings`}
      data-settings-button=""
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      data-popup-open={isOpen ? '' : undefined}
      onClick={isOpen ? closeSettingsPanel : openSettingsPanel}
    >
      <Settings2 size={18} />
    </IconButton>
  );
}
