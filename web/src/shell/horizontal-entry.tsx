import type { NavigationItem } from '@innkeeper/contract';
import { Link, useLocation } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ExternalLink from 'lucide-react/icons/external-link';
import { type PointerEvent, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import type { OpenPath } from './open-path.ts';
import { NavigationBadge } from './navigation-badge.tsx';
import { NavigationIcon } from '../session/navigation-icon.tsx';
import { containsPath, isActiveItem } from '../session/navigation-tree.ts';

interface EntryProps {
  item: NavigationItem;
  /** The ids of the menus that contain the entry; empty in the bar. */
  path: OpenPath;
  open: OpenPath;
  onOpen: (path: OpenPath) => void;
  /** Called when the mouse moves over an entry, with the path of menus to open. */
  onHover: (path: OpenPath) => void;
}

/** An entry of the bar or of one of its menus; groups and sections are menus themselves. */
export function HorizontalEntry(props: EntryProps) {
  const { item, path, onOpen, onHover } = props;
  const isCurrent = isActiveItem(item, useLocation({ select: (l) => l.pathname }));
  if (item.type === 'divider')
    return (
      <li>
        <hr className={path.length > 0 ? 'my-1 border-border' : 'mx-1 h-5 border-l border-border'} />
      </li>
    );
  if (item.children) return <Submenu {...props} />;
  // Hovering over a plain entry closes the menus of its siblings.
  const hoverHandlers = { onPointerOver: (event: PointerEvent) => handleHover(event, () => onHover(path)) };
  return (
    <li {...hoverHandlers}>
      {item.type === 'link' ? (
        <a
          href={item.url}
          target={item.target}
          rel={item.target === '_blank' ? 'noreferrer' : undefined}
          className={entryClass(false, path)}
          onClick={() => onOpen([])}
        >
          <EntryContent item={item} />
          <ExternalLink size={14} className="shrink-0 text-faint" />
        </a>
      ) : (
        <Link
          to={item.url ?? '/'}
          // A click on the entry of the current page clears its filters and search.
          search={{}}
          target={item.target}
          // The router sets `aria-current` according to these options.
          activeOptions={{ exact: item.exact ?? false, includeSearch: false }}
          className={entryClass(isCurrent, path)}
          onClick={() => onOpen([])}
        >
          <EntryContent item={item} />
        </Link>
      )}
    </li>
  );
}

function Submenu({ item, path, open, onOpen, onHover }: EntryProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const ownPath = [...path, item.id];
  const isOpen = open[path.length] === item.id;
  const containsCurrent = containsPath(item, useLocation({ select: (l) => l.pathname }));
  const isNested = path.length > 0;

  useLayoutEffect(() => {
    if (!isOpen || !list.current || !button.current) return;
    (isNested ? positionBeside : positionBelow)(list.current, button.current);
  }, [isOpen, isNested]);

  return (
    <li onPointerOver={(event) => handleHover(event, () => onHover(ownPath))}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-menu={ownPath.join(' ')}
        className={entryClass(containsCurrent, path)}
        onClick={(event) => {
          // Hovering has opened the menu or is about to, so a mouse click must not close it.
          const isMouseClick =
            event.nativeEvent instanceof globalThis.PointerEvent && event.nativeEvent.pointerType === 'mouse';
          onOpen(isOpen && !isMouseClick ? path : ownPath);
        }}
      >
        <EntryContent item={item} />
        {isNested ? <ChevronRight size={16} className="shrink-0" /> : <ChevronDown size={16} className="shrink-0" />}
      </button>
      {isOpen && (
        <ul
          ref={list}
          id={id}
          aria-label={item.title}
          data-menu={ownPath.join(' ')}
          className="fixed z-50 w-max max-w-[min(20rem,calc(100vw-1rem))] min-w-44 overflow-x-hidden overflow-y-auto overscroll-contain rounded-lg border border-border bg-raised p-1 shadow-raised"
        >
          {item.children?.map((child) => (
            <HorizontalEntry key={child.id} item={child} path={ownPath} open={open} onOpen={onOpen} onHover={onHover} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Only a mouse hovers. Stops the event, so that the enclosing entry does not handle it as well. */
function handleHover(event: PointerEvent, onHover: () => void): void {
  if (event.pointerType !== 'mouse') return;
  event.stopPropagation();
  onHover();
}

function EntryContent({ item }: { item: NavigationItem }) {
  return (
    <>
      <NavigationIcon name={item.icon} />
      <span className="min-w-0 flex-1 truncate text-left">{item.title}</span>
      <NavigationBadge badge={item.badge} />
    </>
  );
}

const entryClass = (isCurrent: boolean, path: OpenPath): string =>
  classNames(
    'flex items-center gap-2.5 rounded-md text-base whitespace-nowrap focus-visible:-outline-offset-2 pointer-coarse:h-11',
    path.length > 0 ? 'h-9 w-full px-2.5' : 'h-9 px-3',
    isCurrent
      ? 'bg-accent-soft font-medium text-accent-text forced-colors:outline'
      : 'text-muted hover:bg-hover hover:text-text aria-expanded:bg-hover aria-expanded:text-text',
  );

/** Minimum distance between a menu and the edges of the window, in pixels. */
const WINDOW_MARGIN = 8;
const GAP = 4;

/** Positions an open menu below its button in the bar, within the window. */
function positionBelow(menu: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  setPosition(menu, left, bottom + GAP);
}

/** Positions an open submenu to the right of its entry, or to the left if there is no room on the right. */
function positionBeside(menu: HTMLElement, button: HTMLElement): void {
  const anchorRect = button.getBoundingClientRect();
  const { width } = menu.getBoundingClientRect();
  const fitsRight = anchorRect.right + GAP + width + WINDOW_MARGIN <= innerWidth;
  setPosition(menu, fitsRight ? anchorRect.right + GAP : anchorRect.left - GAP - width, anchorRect.top - GAP);
}

function setPosition(menu: HTMLElement, left: number, top: number): void {
  menu.style.maxHeight = `${innerHeight - 2 * WINDOW_MARGIN}px`;
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(WINDOW_MARGIN, Math.min(left, innerWidth - WINDOW_MARGIN - width))}px`;
  menu.style.top = `${Math.max(WINDOW_MARGIN, Math.min(top, innerHeight - WINDOW_MARGIN - height))}px`;
}
