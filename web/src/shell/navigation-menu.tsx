import type { NavigationItem } from '@innkeeper/contract';
import { Link, useLocation } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { NavigationBadge } from './navigation-badge.tsx';
import { NavigationIcon } from '../session/navigation-icon.tsx';
import { containsPath, isActiveItem, useNavigation } from '../session/navigation-tree.ts';

/** Deeper levels are not indented further. */
const MAX_INDENT = 80;
/** The first levels are indented by 16 px each, deeper ones by 1 px, so that the column still shows their texts. */
const WIDE_LEVELS = 5;

interface MenuLevelProps {
  items: readonly NavigationItem[];
  level: number;
  /** Shows only icons. */
  rail: boolean;
  onNavigate?: () => void;
}

/** The menu as a column of groups with headings, sections that open, and pages. */
export function NavigationMenu({ rail = false, onNavigate }: { rail?: boolean; onNavigate?: () => void }) {
  return <MenuLevel items={useNavigation()} level={0} rail={rail} onNavigate={onNavigate} />;
}

function MenuLevel({ items, level, rail, onNavigate }: MenuLevelProps) {
  return (
    <ul className="flex flex-col gap-px">
      {items.map((item) => (
        <li key={item.id} className={item.type === 'group' ? 'not-first:pt-4' : undefined}>
          <MenuEntry item={item} level={level} rail={rail} onNavigate={onNavigate} />
        </li>
      ))}
    </ul>
  );
}

function MenuEntry({ item, level, rail, onNavigate }: Omit<MenuLevelProps, 'items'> & { item: NavigationItem }) {
  switch (item.type) {
    case 'divider':
      return <hr className="mx-3 my-1.5 border-border" />;
    case 'group':
      return (
        <div role="group" aria-label={item.title}>
          <h2
            aria-hidden="true"
            className={classNames(
              'mb-1 h-5 truncate px-3 text-xs font-medium text-faint transition-opacity',
              rail && 'opacity-0',
            )}
          >
            {item.title}
          </h2>
          <MenuLevel items={item.children ?? []} level={level} rail={rail} onNavigate={onNavigate} />
        </div>
      );
    case 'collapse':
      return <MenuSection item={item} level={level} rail={rail} onNavigate={onNavigate} />;
    case 'link':
      return (
        <a
          href={item.url}
          target={item.target}
          rel={item.target === '_blank' ? 'noreferrer' : undefined}
          className={entryClass(false)}
          style={indentStyle(level)}
        >
          <EntryContent item={item} rail={rail} />
        </a>
      );
    case 'item':
      return <PageLink item={item} level={level} rail={rail} onNavigate={onNavigate} />;
  }
}

function PageLink({ item, level, rail, onNavigate }: Omit<MenuLevelProps, 'items'> & { item: NavigationItem }) {
  const active = isActiveItem(item, useLocation({ select: (l) => l.pathname }));
  return (
    <Link
      to={item.url ?? '/'}
      // A click on the entry of the current page clears its filters and search.
      search={{}}
      target={item.target}
      onClick={onNavigate}
      // The router sets `aria-current` by these options.
      activeOptions={{ exact: item.exact ?? false, includeSearch: false }}
      className={entryClass(active)}
      style={indentStyle(level)}
    >
      <EntryContent item={item} rail={rail} />
    </Link>
  );
}

/** A section of the menu. It opens on a click, and when one of its pages becomes current. */
function MenuSection({ item, level, rail, onNavigate }: Omit<MenuLevelProps, 'items'> & { item: NavigationItem }) {
  const containsCurrent = containsPath(item, useLocation({ select: (l) => l.pathname }));
  const [open, setOpen] = useState(containsCurrent);
  const [previouslyContainedCurrent, setContainedCurrent] = useState(containsCurrent);
  if (containsCurrent !== previouslyContainedCurrent) {
    setContainedCurrent(containsCurrent);
    if (containsCurrent) setOpen(true);
  }
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        // Marks the section of the current page while the entry of that page is hidden.
        className={entryClass(containsCurrent && (rail || !open))}
        style={indentStyle(level)}
      >
        <EntryContent item={item} rail={rail} />
        <ChevronDown
          size={16}
          className={classNames('ml-auto shrink-0 transition-[rotate]', open && 'rotate-180', rail && 'hidden')}
        />
      </button>
      {open && !rail && <MenuLevel items={item.children ?? []} level={level + 1} rail={rail} onNavigate={onNavigate} />}
    </>
  );
}

function EntryContent({ item, rail }: { item: NavigationItem; rail: boolean }) {
  return (
    <>
      <span className="shrink-0">
        <NavigationIcon name={item.icon} />
      </span>
      <span className={classNames('min-w-0 flex-1 truncate text-left transition-opacity', rail && 'opacity-0')}>
        {item.title}
      </span>
      <NavigationBadge badge={item.badge} rail={rail} />
    </>
  );
}

function indentStyle(level: number) {
  const indentedLevels = Math.min(level, MAX_INDENT);
  const wideLevels = Math.min(indentedLevels, WIDE_LEVELS);
  return level === 0 ? undefined : { paddingLeft: `${12 + wideLevels * 16 + (indentedLevels - wideLevels)}px` };
}

const entryClass = (active: boolean): string =>
  classNames(
    'relative flex h-9 w-full items-center gap-3 overflow-hidden rounded-md px-3 text-base pointer-coarse:h-11 focus-visible:-outline-offset-2',
    active
      ? 'bg-accent-soft font-medium text-accent-text forced-colors:outline'
      : 'text-muted hover:bg-hover hover:text-text',
  );
