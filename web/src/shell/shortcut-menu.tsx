import { useLingui } from '@lingui/react/macro';
import { AnchoredPopover } from '../ui/anchored-popover.tsx';
import { ShortcutList } from './shortcut-list.tsx';

/** The popover of the toolbar's star. */
export function ShortcutMenu({ anchor, onClose }: { anchor: Element; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <AnchoredPopover anchor={anchor} align="end" label={t`Edit shortcuts`} className="w-88 p-2" onClose={onClose}>
      <ShortcutList onNavigate={onClose} className="max-h-96" />
    </AnchoredPopover>
  );
}
