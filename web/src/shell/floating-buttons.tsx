import type { LayoutConfig } from './layouts/layout.ts';
import { NavigationButton } from './navigation-button.tsx';
import { SettingsButton } from './settings-panel/settings-button.tsx';
import { UserMenu } from './toolbar-menus.tsx';

/** Buttons for users who have hidden the toolbar. Small screens always have the toolbar. */
export function FloatingButtons({ config }: { config: LayoutConfig }) {
  return (
    <div className="fixed right-4 bottom-12 z-30 hidden items-center gap-1 rounded-lg border border-border bg-raised p-1 shadow-raised lg:flex print:hidden">
      {!config.navbar && <NavigationButton />}
      <SettingsButton />
      <UserMenu />
    </div>
  );
}
