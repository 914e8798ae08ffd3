import { useLingui } from '@lingui/react/macro';
import PanelRight from 'lucide-react/icons/panel-right';
import { exportRuns, isRunning } from '../../engine/import-export/export-runs.ts';
import { hasFilesInProgress } from '../../engine/import-export/report-files.ts';
import { onSessionEnd } from '../../session/session-end.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { clearMessageHistory } from '../../ui/message-store.ts';
import { useStore } from '../../ui/store.ts';
import { openQuickPanel } from './open-quick-panel.ts';

// The user of the next session must not see the messages of this one.
onSessionEnd(clearMessageHistory);

export function QuickPanelButton() {
  const { t } = useLingui();
  const hasFileInProgress = useStore(hasFilesInProgress);
  const isBusy = useStore(exportRuns).some(isRunning) || hasFileInProgress;
  return (
    <IconButton
      label={t`Quick panel`}
      side="bottom"
      aria-haspopup="dialog"
      aria-busy={isBusy || undefined}
      className="relative"
      onClick={() => void openQuickPanel()}
    >
      <PanelRight size={18} />
      {isBusy && <span className="absolute top-1.5 right-1.5 size-2 animate-pulse rounded-full bg-accent" />}
    </IconButton>
  );
}
