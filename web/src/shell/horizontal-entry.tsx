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
import { contains, isActive } from '../session/navigation-tree.ts';
import { placeBeside, placeBelow } from './place-menu.ts';

interface EntryProps {
  item: NavigationItem;
  /** The ids of the menus that contain the entry; empty in the bar. */
  path: OpenPath;
  open: OpenPath;
  onOpen: (path: OpenPath) => void;
  /** Called when the mouse is over an entry, with the menus that should then be open. */
  onHover: (path: OpenPath) => void;
}

/** An entry of the bar or of one of its menus; groups and sections are menus themselves. */
export function HorizontalEntry(props: EntryProps) {
  const { item, path, onOpen, onHover } = props;
  const active = isActive(item, useLocation({ select: (l) => l.pathname }));
  if (item.type === 'divider')
    return (
      <li>
        <hr className={path.length > 0 ? 'my-1 border-border' : 'mx-1 h-5 border-l border-border'} />
      </li>
    );
  if (item.children) return <Menu {...props} />;
  // Hovering over a plain entry closes the menus of its siblings.
  const hover = { onPointerOver: (event: PointerEvent) => handleHover(event, () => onHover(path)) };
  return (
    <li {...hover}>
      {item.type === 'link' ? (
        <a
          href={item.url}
          target={item.target}
          rel={item.target === '_blank' ? 'noreferrer' : undefined}
          className={entryClass(false, path)}
          onClick={() => onOpen([])}
        >
          <Content item={item} />
          <ExternalLink size={14} aria-hidden="true" className="shrink-0 text-faint" />
        </a>
      ) : (
        <Link
          to={item.url ?? '/'}
          // A click on the entry of the current page clears its filters and search.
          search={{}}
          target={item.target}
          // The router sets `aria-current` by these options.
          activeOptions={{ exact: item.exact ?? false, includeSearch: false }}
          className={entryClass(active, path)}
          onClick={() => onOpen([])}
        >
          <Content item={item} />
        </Link>
      )}
    </li>
  );
}

function Menu({ item, path, open, onOpen, onHover }: EntryProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const own = [...path, item.id];
  const isOpen = open[path.length] === item.id;
  const within = contains(item, useLocation({ select: (l) => l.pathname }));
  const isNested = path.length > 0;

  useLayoutEffect(() => {
    if (!isOpen || !list.current || !button.current) return;
    (isNested ? placeBeside : placeBelow)(list.current, button.current);
  }, [isOpen, isNested]);

  return (
    <li onPointerOver={(event) => handleHover(event, () => onHover(own))}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-menu={own.join(' ')}
        className={entryClass(within, path)}
        onClick={(event) => {
          // Hovering has opened the menu or is about to, so a mouse click must not close it.
          const byPointer =
            event.nativeEvent instanceof globalThis.PointerEvent && event.nativeEvent.pointerType === 'mouse';
          onOpen(isOpen && !byPointer ? path : own);
        }}
      >
        <Content item={item} />
        {isNested ? (
          <ChevronRight size={16} aria-hidden="true" className="shrink-0" />
        ) : (
          <ChevronDown size={16} aria-hidden="true" className="shrink-0" />
        )}
      </button>
      {isOpen && (
        <ul
          ref={list}
          id={id}
          aria-label={item.title}
          data-menu={own.join(' ')}
          className="fixed z-50 w-max max-w-[min(20rem,calc(100vw-1rem))] min-w-44 overflow-x-hidden overflow-y-auto overscroll-contain rounded-lg border border-border bg-raised p-1 shadow-raised"
        >
          {item.children?.map((child) => (
            <HorizontalEntry key={child.id} item={child} path={own} open={open} onOpen={onOpen} onHover={onHover} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Only a mouse hovers. Stops the event, so that the enclosing entry does not handle it as well. */
function handleHover(event: PointerEvent, work: () => void): void {
  if (event.pointerType !== 'mouse') return;
  event.stopPropagation();
  work();
}

function Content({ item }: { item: NavigationItem }) {
  return (
    <>
      <NavigationIcon name={item.icon} />
      <span className="min-w-0 flex-1 truncate text-left">{item.title}</span>
      <NavigationBadge badge={item.badge} />
    </>
  );
}

const entryClass = (active: boolean, path: OpenPath): string =>
  classNames(
    'flex items-center gap-2.5 rounded-md text-base whitespace-nowrap focus-visible:-outline-offset-2 pointer-coarse:h-11',
    path.length > 0 ? 'h-9 w-full px-2.5' : 'h-9 px-3',
    active
      ? 'bg-accent-soft font-medium text-accent-text forced-colors:outline'
      : 'text-muted hover:bg-hover hover:text-text aria-expanded:bg-hover aria-expanded:text-text',
  );
