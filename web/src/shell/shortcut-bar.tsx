import { useLingui } from '@lingui/react/macro';
import { Link, useLocation } from '@tanstack/react-router';
import Star from 'lucide-react/icons/star';
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { type Side, useOrderDrag } from '../ui/order-drag.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { NavigationIcon } from '../session/navigation-icon.tsx';
import { isActiveItem } from '../session/navigation-tree.ts';
import { moveShortcut, shiftShortcut } from './shortcut-order.ts';
import { MAX_SHORTCUT_KEYS, shortcutKeyName } from './key-names.ts';
import { changeShortcuts, useShortcuts, useStarredPages } from './shortcuts.ts';

const loadShortcutMenu = async () => (await import('./shortcut-menu.tsx')).ShortcutMenu;

/**
 * Classes that hide shortcuts in a narrow toolbar, by position. The star's menu and the keys still reach all shortcuts.
 */
const HIDDEN_CLASSES = [
  ...Array<string>(3).fill('@max-5xl:hidden'),
  ...Array<string>(2).fill('@max-6xl:hidden'),
  ...Array<string>(3).fill('@max-7xl:hidden'),
];

/** The starred pages as a row of icons, and the star that opens their menu. */
export function ShortcutBar() {
  const { t } = useLingui();
  const ids = useShortcuts();
  const pages = useStarredPages();
  const path = useLocation({ select: (l) => l.pathname });
  const bar = useRef<HTMLUListElement>(null);
  const movedId = useRef<string | null>(null);
  const drag = useOrderDrag(
    useCallback(
      (id: string, target: string, side: Side) => changeShortcuts(moveShortcut(ids, id, target, side)),
      [ids],
    ),
  );
  // Moving an element in the document removes its focus, so restore it.
  useLayoutEffect(() => {
    if (movedId.current !== null) bar.current?.querySelector<HTMLElement>(`[data-id="${movedId.current}"]`)?.focus();
    movedId.current = null;
  }, [ids]);

  const onKeyDown = (event: KeyboardEvent, id: string) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    // Browsers use Alt with an arrow to go back or forward.
    event.preventDefault();
    const visibleIds = pages.map((page) => page.id);
    movedId.current = id;
    changeShortcuts(shiftShortcut(ids, visibleIds, id, event.key === 'ArrowLeft' ? -1 : 1));
  };

  return (
    <nav aria-label={t`Shortcuts`} className="hidden shrink-0 items-center lg:flex">
      <ul ref={bar} className="flex">
        {pages.slice(0, MAX_SHORTCUT_KEYS - 1).map((page, index) => (
          <li
            key={page.id}
            {...drag.target(page.id)}
            className={classNames(
              'rounded-md data-[drop=after]:shadow-[inset_-2px_0_0_var(--accent)] data-[drop=before]:shadow-[inset_2px_0_0_var(--accent)]',
              HIDDEN_CLASSES[index],
            )}
          >
            <Link
              to={page.url}
              {...drag.source(page.id)}
              data-id={page.id}
              aria-label={page.title}
              aria-current={isActiveItem(page, path) ? 'page' : undefined}
              aria-keyshortcuts={`Alt+${index + 1}`}
              data-tooltip={`${page.title} (${shortcutKeyName(index)})`}
              data-tooltip-side="bottom"
              onKeyDown={(event) => onKeyDown(event, page.id)}
              className={classNames(
                buttonClass('ghost'),
                'w-(--control) px-0! text-muted! hover:text-text! aria-[current=page]:text-accent-text!',
              )}
            >
              <NavigationIcon name={page.icon} />
            </Link>
          </li>
        ))}
      </ul>
      <StarButton isStarred={pages.some((page) => isActiveItem(page, path))} />
    </nav>
  );
}

function StarButton({ isStarred }: { isStarred: boolean }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [isHovered, setIsHovered] = useState(false);
  const ShortcutMenu = useLoaded(loadShortcutMenu, isHovered || open);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={button}
        label={t`Edit shortcuts`}
        side="bottom"
        aria-haspopup="dialog"
        aria-expanded={open}
        data-popup-open={open ? '' : undefined}
        onPointerEnter={() => setIsHovered(true)}
        onFocus={() => setIsHovered(true)}
        onClick={() => setOpen(!open)}
      >
        <Star size={18} className={isStarred ? 'fill-current text-accent-text' : 'text-muted'} />
      </IconButton>
      {open && ShortcutMenu && button.current && (
        <ShortcutMenu anchor={button.current} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
