import { useLingui } from '@lingui/react/macro';
import PanelRight from 'lucide-react/icons/panel-right';
import { onSessionEnd } from '../../session/session-end.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { clearMessageHistory } from '../../ui/message-store.ts';
import { openQuickPanel } from './open-quick-panel.ts';

// What was said in one session is not for the next one.
onSessionEnd(clearMessageHistory);

export function QuickPanelButton() {
  const { t } = useLingui();
  return (
    <IconButton label={t`Quick panel`} side="bottom" aria-haspopup="dialog" onClick={() => void openQuickPanel()}>
      <PanelRight size={18} aria-hidden="true" />
    </IconButton>
  );
}
