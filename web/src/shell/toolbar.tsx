import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation, useRouterState } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { classNames } from '../ui/class-names.ts';
import { useStore } from '../ui/store.ts';
import { Brand } from '../ui/brand.tsx';
import { HelpButton } from './help/help-button.tsx';
import type { LayoutConfig } from './layouts/layout.ts';
import { MenuSearch } from './menu-search.tsx';
import { NavigationButton } from './navigation-button.tsx';
import { findBreadcrumb, useNavigation } from '../session/navigation-tree.ts';
import { pageTitle } from '../ui/page-title.ts';
import { QuickPanelButton } from './quick-panel/quick-panel-button.tsx';
import { SettingsButton } from './settings-panel/settings-button.tsx';
import { ShortcutBar } from './shortcut-bar.tsx';
import { useAreaTheme } from './theme.ts';
import { LanguageMenu, ThemeMenu, UserMenu } from './toolbar-menus.tsx';

export interface ToolbarProps {
  config: LayoutConfig;
  /** Shows the product's name, on wide screens. */
  branded: boolean;
}

/**
 * The bar above the page: breadcrumb, shortcuts, search and menus. Small screens always have it, because it has their
 * only button for the navigation. Buttons that do not fit there are at the bottom of the navigation drawer.
 */
export function Toolbar({ config, branded }: ToolbarProps) {
  return (
    <header
      data-theme={useAreaTheme('toolbar')}
      className={classNames(
        'relative z-20 shrink-0 border-b border-border bg-surface print:hidden',
        !config.toolbar && 'lg:hidden',
      )}
    >
      <div className="@container mx-auto max-w-(--content-width)">
        <div className="flex h-(--toolbar) items-center gap-1 px-2 sm:px-4 lg:pl-8">
          <span className={config.navbar ? 'lg:hidden' : undefined}>
            <NavigationButton />
          </span>
          {branded && (
            <Link to="/" className="mr-4 hidden shrink-0 rounded-md lg:block">
              <Brand />
            </Link>
          )}
          <Breadcrumb />
          <ShortcutBar />
          <MenuSearch />
          <span className="hidden items-center gap-1 md:flex">
            <LanguageMenu />
            <ThemeMenu />
            <SettingsButton />
            <HelpButton />
          </span>
          <QuickPanelButton />
          <UserMenu />
        </div>
      </div>
    </header>
  );
}

/**
 * The path through the menu to this page; a narrow toolbar shows only its last item. If the path does not fit into one
 * line, it wraps before its last item, and only the line with that item is visible.
 */
function Breadcrumb() {
  const { t } = useLingui();
  const path = useLocation({ select: (l) => l.pathname });
  // While the next page loads, the previous one is still visible, but its title does not belong to this path.
  const isResolved = useRouterState({ select: (s) => s.resolvedLocation?.pathname === s.location.pathname });
  const currentTitle = useStore(pageTitle);
  const title = isResolved ? currentTitle : '';
  const breadcrumb = findBreadcrumb(useNavigation(), path);
  const lastItem = breadcrumb.at(-1);
  // A page below a menu entry (a guest at the front desk) adds an item for its own title.
  const hasTitleItem = !lastItem || (lastItem.url !== path && title !== '' && lastItem.title !== title);
  return (
    <nav aria-label={t`Breadcrumb`} className="min-w-0 flex-1 px-1 lg:px-0">
      <ol className="flex h-7 flex-wrap-reverse content-end items-center gap-x-1 overflow-hidden text-base *:h-7 *:items-center *:gap-1">
        {breadcrumb.map((item) => {
          const isLast = !hasTitleItem && item === lastItem;
          return (
            <li key={item.id} className={isLast ? 'flex max-w-full' : 'hidden @4xl:flex'}>
              {item.url && !isLast ? (
                <Link to={item.url} className="rounded-sm text-muted -outline-offset-2 hover:text-text hover:underline">
                  {item.title}
                </Link>
              ) : (
                <span
                  aria-current={isLast ? 'page' : undefined}
                  className={isLast ? 'truncate font-medium' : 'text-muted'}
                >
                  {item.title}
                </span>
              )}
              {!isLast && <ChevronRight size={14} className="shrink-0 text-faint" />}
            </li>
          );
        })}
        {hasTitleItem && (
          <li aria-current="page" className="flex max-w-full font-medium">
            <span className="truncate">{title || <Trans>Loading...</Trans>}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}
