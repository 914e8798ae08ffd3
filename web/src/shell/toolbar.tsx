import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import MenuIcon from 'lucide-react/icons/menu';
import { IconButton } from '../ui/icon-button.tsx';
import { useStore } from '../ui/store.ts';
import { MenuSearch } from './menu-search.tsx';
import { trailTo, useNavigation } from './navigation-tree.ts';
import { pageTitle } from './page-title.ts';
import { QuickPanelButton } from './quick-panel/quick-panel-button.tsx';
import { ShortcutBar } from './shortcut-bar.tsx';
import { LanguageMenu, ThemeMenu, UserMenu } from './toolbar-menus.tsx';

/** The bar above the page: where one is, where one may go, whose session it is. */
export function Toolbar() {
  const { t } = useLingui();
  return (
    <header className="relative z-20 flex h-(--toolbar) shrink-0 items-center gap-1 border-b border-border bg-surface pr-2 pl-2 sm:pr-4 lg:pl-8 print:hidden">
      <span className="lg:hidden">
        <IconButton label={t`Open the navigation`} onClick={() => void openDrawer()}>
          <MenuIcon size={20} aria-hidden="true" />
        </IconButton>
      </span>
      <Breadcrumb />
      <ShortcutBar />
      <MenuSearch />
      <LanguageMenu />
      <ThemeMenu />
      <QuickPanelButton />
      <UserMenu />
    </header>
  );
}

/** Phones and tablets alone need it. */
async function openDrawer(): Promise<void> {
  const { openNavigationDrawer } = await import('./navigation-drawer.tsx');
  await openNavigationDrawer();
}

/** The way through the menu to this page; on phones its end alone. */
function Breadcrumb() {
  const { t } = useLingui();
  const path = useLocation({ select: (l) => l.pathname });
  const title = useStore(pageTitle);
  const trail = trailTo(useNavigation(), path);
  const page = trail.at(-1);
  const beyond = !page || page.url !== path;
  return (
    <nav aria-label={t`Breadcrumb`} className="min-w-0 flex-1 px-1 lg:px-0">
      <ol className="flex min-w-0 items-center gap-1 text-base">
        {trail.map((item) => {
          const last = !beyond && item === page;
          return (
            <li
              key={item.id}
              className={last ? 'flex min-w-0 items-center gap-1' : 'hidden items-center gap-1 sm:flex'}
            >
              {item.url && !last ? (
                <Link to={item.url} className="truncate rounded-sm text-muted hover:text-text hover:underline">
                  {item.title}
                </Link>
              ) : (
                <span
                  aria-current={last ? 'page' : undefined}
                  className={last ? 'truncate font-medium' : 'truncate text-muted'}
                >
                  {item.title}
                </span>
              )}
              {!last && <ChevronRight size={14} aria-hidden="true" className="shrink-0 text-faint" />}
            </li>
          );
        })}
        {beyond && (
          <li aria-current="page" className="truncate font-medium">
            {title || <Trans>Loading...</Trans>}
          </li>
        )}
      </ol>
    </nav>
  );
}
