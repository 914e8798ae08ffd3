import type { NavigationItem } from '@innkeeper/contract';
import { Link, useLocation } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { NavigationBadge } from './navigation-badge.tsx';
import { NavigationIcon } from '../session/navigation-icon.tsx';
import { contains, isActive, useNavigation } from '../session/navigation-tree.ts';

/** Levels below this one are not indented further. */
const MAX_INDENT = 80;
/** Indented by 16 px each; deeper levels by 1 px, so that the column still shows their texts. */
const WIDE_LEVELS = 5;

interface LevelProps {
  items: readonly NavigationItem[];
  level: number;
  /** Shows only icons. */
  rail: boolean;
  onNavigate?: () => void;
}

/** The menu as a column of groups with headings, sections that open, and pages. */
export function NavigationMenu({ rail = false, onNavigate }: { rail?: boolean; onNavigate?: () => void }) {
  return <Level items={useNavigation()} level={0} rail={rail} onNavigate={onNavigate} />;
}

function Level({ items, level, rail, onNavigate }: LevelProps) {
  return (
    <ul className="flex flex-col gap-px">
      {items.map((item) => (
        <li key={item.id} className={item.type === 'group' ? 'not-first:pt-4' : undefined}>
          <Entry item={item} level={level} rail={rail} onNavigate={onNavigate} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ item, level, rail, onNavigate }: Omit<LevelProps, 'items'> & { item: NavigationItem }) {
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
          <Level items={item.children ?? []} level={level} rail={rail} onNavigate={onNavigate} />
        </div>
      );
    case 'collapse':
      return <Section item={item} level={level} rail={rail} onNavigate={onNavigate} />;
    case 'link':
      return (
        <a
          href={item.url}
          target={item.target}
          rel={item.target === '_blank' ? 'noreferrer' : undefined}
          className={entryClass(false)}
          style={indent(level)}
        >
          <EntryContent item={item} rail={rail} />
        </a>
      );
    case 'item':
      return <PageLink item={item} level={level} rail={rail} onNavigate={onNavigate} />;
  }
}

function PageLink({ item, level, rail, onNavigate }: Omit<LevelProps, 'items'> & { item: NavigationItem }) {
  const active = isActive(item, useLocation({ select: (l) => l.pathname }));
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
      style={indent(level)}
    >
      <EntryContent item={item} rail={rail} />
    </Link>
  );
}

/** A section of the menu. Opens on click, and when a page within it becomes current. */
function Section({ item, level, rail, onNavigate }: Omit<LevelProps, 'items'> & { item: NavigationItem }) {
  const within = contains(item, useLocation({ select: (l) => l.pathname }));
  const [open, setOpen] = useState(within);
  const [wasWithin, setWasWithin] = useState(within);
  if (within !== wasWithin) {
    setWasWithin(within);
    if (within) setOpen(true);
  }
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        // Marks the section of the current page while the entry of that page is hidden.
        className={entryClass(within && (rail || !open))}
        style={indent(level)}
      >
        <EntryContent item={item} rail={rail} />
        <ChevronDown
          size={16}
          aria-hidden="true"
          className={classNames('ml-auto shrink-0 transition-[rotate]', open && 'rotate-180', rail && 'hidden')}
        />
      </button>
      {open && !rail && <Level items={item.children ?? []} level={level + 1} rail={rail} onNavigate={onNavigate} />}
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

function indent(level: number) {
  const counted = Math.min(level, MAX_INDENT);
  const wide = Math.min(counted, WIDE_LEVELS);
  return level === 0 ? undefined : { paddingLeft: `${12 + wide * 16 + (counted - wide)}px` };
}

const entryClass = (active: boolean): string =>
  classNames(
    'relative flex h-9 w-full items-center gap-3 overflow-hidden rounded-md px-3 text-base pointer-coarse:h-11 focus-visible:-outline-offset-2',
    active
      ? 'bg-accent-soft font-medium text-accent-text forced-colors:outline'
      : 'text-muted hover:bg-hover hover:text-text',
  );
