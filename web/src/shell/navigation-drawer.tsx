import { useLingui } from '@lingui/react/macro';
import { DialogFrame } from '../ui/dialog.tsx';
import { openDialog } from '../ui/dialog-store.ts';
import { Brand } from '../ui/brand.tsx';
import { HelpButton } from './help/help-button.tsx';
import { NavigationMenu } from './navigation-menu.tsx';
import { SettingsButton } from './settings-panel/settings-button.tsx';
import { useAreaTheme } from './theme.ts';
import { LanguageMenu, ThemeMenu } from './toolbar-menus.tsx';
import { useOnPageLeave } from '../ui/use-on-page-leave.ts';

/** Opens the navigation as a drawer. On small screens it has the buttons that do not fit into the toolbar. */
export const openNavigationDrawer = (): Promise<void> =>
  openDialog((close) => <NavigationDrawer close={() => close()} />, {
    placement: 'drawer-left',
    width: 'var(--sidebar)',
  });

function NavigationDrawer({ close }: { close: () => void }) {
  const { t } = useLingui();
  // A link of the page may have been tapped while the drawer was loading.
  useOnPageLeave(close);
  return (
    <div data-theme={useAreaTheme('navbar')} className="flex min-h-0 flex-1 flex-col bg-sunken">
      <DialogFrame
        title={<Brand />}
        isPlain
        footer={
          <div className="-mx-3 flex flex-1 items-center gap-1 md:hidden">
            <LanguageMenu />
            <ThemeMenu />
            <span onClickCapture={close}>
              <SettingsButton />
              <HelpButton />
            </span>
          </div>
        }
      >
        <nav aria-label={t`Main navigation`} className="px-2.5 pb-6">
          <NavigationMenu onNavigate={close} />
        </nav>
      </DialogFrame>
    </div>
  );
}
