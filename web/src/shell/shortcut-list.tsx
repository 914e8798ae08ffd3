import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Star from 'lucide-react/icons/star';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Kbd } from '../ui/kbd.tsx';
import { NavigationIcon } from '../session/navigation-icon.tsx';
import { listPages, useNavigation } from '../session/navigation-tree.ts';
import { shiftShortcut, toggleShortcut } from './shortcut-order.ts';
import { MAX_SHORTCUT_KEYS, shortcutKeyName } from './key-names.ts';
import { changeShortcuts, useShortcuts, useStarredPages } from './shortcuts.ts';

const SMALL_BUTTON_CLASS =
  'flex size-(--control-small) shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text disabled:opacity-30';

/**
 * Every page of the menu with its star, starred pages first and in their order. A page that is starred or unstarred
 * keeps its position until the list is opened again, so that nothing moves below the pointer.
 */
export function ShortcutList({ onNavigate, className }: { onNavigate: () => void; className?: string }) {
  const { t } = useLingui();
  const ids = useShortcuts();
  const starredIds = useStarredPages().map((page) => page.id);
  const allPages = listPages(useNavigation());
  const [initialPages, setInitialPages] = useState(starredIds);
  const [text, setText] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const movedShortcut = useRef<{ id: string; control: string } | null>(null);
  useLayoutEffect(() => {
    if (!movedShortcut.current) return;
    const { id, control } = movedShortcut.current;
    movedShortcut.current = null;
    // At either end of the order the pressed button becomes disabled, so the link gets the focus.
    const row = list.current?.querySelector(`[data-id="${id}"]`);
    (row?.querySelector<HTMLElement>(`[data-control=${control}]:enabled`) ?? row?.querySelector('a'))?.focus();
  }, [initialPages]);

  const searchText = text.trim().toLowerCase();
  const initiallyStarred = initialPages.flatMap((id) => allPages.find((page) => page.id === id) ?? []);
  const pages = [...initiallyStarred, ...allPages.filter((page) => !initialPages.includes(page.id))].filter((page) =>
    page.title.toLowerCase().includes(searchText),
  );

  const move = (id: string, step: 1 | -1, control: string) => {
    const nextIds = shiftShortcut(ids, starredIds, id, step);
    if (nextIds === ids) return;
    const order = nextIds.filter((candidate) => starredIds.includes(candidate));
    movedShortcut.current = { id, control };
    setInitialPages(order);
    changeShortcuts(nextIds);
    const title = allPages.find((page) => page.id === id)?.title ?? '';
    setAnnouncement(t`${title}: position ${order.indexOf(id) + 1} of ${order.length}`);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const step = event.key === 'ArrowDown' ? 1 : -1;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-id]') : null;
    const id = row?.dataset['id'];
    event.preventDefault();
    if (event.altKey) {
      if (id !== undefined && starredIds.includes(id)) move(id, step, 'open');
      return;
    }
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-control=open]')];
    const index = links.findIndex((link) => link === event.target || (row !== null && row.contains(link)));
    links[index + step]?.focus();
  };

  return (
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-col gap-2">
      <input
        type="search"
        aria-label={t`Search for an app or page`}
        placeholder={t`Search for an app or page`}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="control shrink-0"
      />
      <ul ref={list} aria-label={t`Pages`} className={classNames('overflow-y-auto', className)}>
        {pages.map((page) => {
          const { title } = page;
          const isStarred = ids.includes(page.id);
          const position = starredIds.indexOf(page.id);
          return (
            <li key={page.id} data-id={page.id} className="flex items-center rounded-sm hover:bg-hover">
              <Link
                to={page.url}
                data-control="open"
                onClick={onNavigate}
                className="flex min-h-(--control) min-w-0 flex-1 items-center gap-2.5 rounded-sm px-2 -outline-offset-2"
              >
                <span className="flex text-muted">
                  <NavigationIcon name={page.icon} />
                </span>
                <span className="min-w-0 flex-1 truncate">{title}</span>
                {isStarred && position < MAX_SHORTCUT_KEYS && <Kbd>{shortcutKeyName(position)}</Kbd>}
              </Link>
              {isStarred && (
                <>
                  <button
                    type="button"
                    data-control="up"
                    disabled={position === 0}
                    aria-label={t`Move ${title} up`}
                    onClick={() => move(page.id, -1, 'up')}
                    className={SMALL_BUTTON_CLASS}
                  >
                    <ArrowUp size={14} />
                  </button>
                  <button
                    type="button"
                    data-control="down"
                    disabled={position === starredIds.length - 1}
                    aria-label={t`Move ${title} down`}
                    onClick={() => move(page.id, 1, 'down')}
                    className={SMALL_BUTTON_CLASS}
                  >
                    <ArrowDown size={14} />
                  </button>
                </>
              )}
              <button
                type="button"
                aria-pressed={isStarred}
                aria-label={t`Shortcut to ${title}`}
                onClick={() => changeShortcuts(toggleShortcut(ids, page.id))}
                className={SMALL_BUTTON_CLASS}
              >
                <Star size={16} className={isStarred ? 'fill-current text-accent-text' : undefined} />
              </button>
            </li>
          );
        })}
      </ul>
      {pages.length === 0 && (
        <p role="status" className="px-2 pb-1.5 text-sm text-muted">
          <Trans>No results..</Trans>
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
