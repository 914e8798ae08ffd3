import { useLingui } from '@lingui/react/macro';
import MenuIcon from 'lucide-react/icons/menu';
import { IconButton } from '../ui/icon-button.tsx';
import { holdKeys } from '../ui/typed-ahead.ts';

/** Opens the navigation as a drawer: on phones and tablets, and for users who have hidden the navigation. */
export function NavigationButton() {
  const { t } = useLingui();
  return (
    <IconButton label={t`Open navigation`} onClick={() => void openDrawer()}>
      <MenuIcon size={20} />
    </IconButton>
  );
}

async function openDrawer(): Promise<void> {
  const { openNavigationDrawer } = await holdKeys(import('./navigation-drawer.tsx'));
  await openNavigationDrawer();
}
