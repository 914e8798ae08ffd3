import { useLingui } from '@lingui/react/macro';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import { useUser } from '../../session/user.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { HELP_KEY } from '../key-names.ts';
import { openHelp } from './open-help.ts';

/** Opens the help of the current page; not shown to visitors. */
export function HelpButton() {
  const { t } = useLingui();
  if (!useUser()) return null;
  return (
    <IconButton
      label={t`Help`}
      side="bottom"
      aria-haspopup="dialog"
      aria-keyshortcuts={HELP_KEY}
      onClick={() => void openHelp()}
    >
      <CircleHelp size={18} />
    </IconButton>
  );
}
