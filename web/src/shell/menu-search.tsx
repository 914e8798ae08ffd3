import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import UserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import { type ReactElement, type ReactNode, useId, useRef, useState, useEffect } from 'react';
import { choiceOf, useRecordSearch } from '../domain/record-search.ts';
import { SEARCH_PAGE, memberPath } from '../features/member-search/result-path.ts';
import { useLabel } from '../i18n/use-label.ts';
import { can } from '../session/user.ts';
import { Badge } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { NavigationIcon } from '../session/navigation-icon.tsx';
import { listPages, useNavigation } from '../session/navigation-tree.ts';
import Command from 'lucide-react/icons/command';
import { PALETTE_KEY } from './key-names.ts';
import { cardDetail } from './palette/card-detail.ts';
import { openPalette, preloadPalette } from './palette/open-palette.ts';

const MAX_RESULTS = 10;
/** The search page has all of them. */
const MAX_GUESTS = 5;

/**
 * Finds pages of the menu by title, then guests by name or number, and offers the search page if the user may use it. On wide screens it is a
 * field in the toolbar; on narrow ones a button opens a field that covers the toolbar.
 */
export function MenuSearch() {
  const { t } = useLingui();
  const [isExpanded, setIsExpanded] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsExpanded(false);
    button.current?.focus();
  };
  return (
    <>
      <div className="hidden w-56 md:block @6xl:w-72">
        <SearchBox />
      </div>
      <span className="md:hidden">
        <IconButton ref={button} label={t`Search the menu`} onClick={() => setIsExpanded(true)}>
          <Search size={19} />
        </IconButton>
      </span>
      {isExpanded && (
        <div className="absolute inset-0 z-10 flex items-center gap-1 bg-surface px-2 md:hidden">
          <div className="flex-1">
            <SearchBox focused onDone={close} />
          </div>
          <IconButton label={t`Close`} onClick={close}>
            <X size={20} />
          </IconButton>
        </div>
      )}
    </>
  );
}

/** A line below the box. */
interface SearchLine {
  readonly id: string;
  readonly icon: ReactElement;
  readonly name: ReactNode;
  /** Below the name. */
  readonly detail?: string | null;
  /** At the right edge. */
  readonly hint?: ReactNode;
  /** Set apart from the lines above. */
  readonly isApart?: boolean;
  readonly choose: () => void;
}

function SearchBox({ focused, onDone }: { focused?: boolean; onDone?: () => void }) {
  const { t } = useLingui();
  const label = useLabel();
  const id = useId();
  const navigate = useNavigate();
  const pages = listPages(useNavigation());
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const trimmedText = text.trim();
  const normalizedQuery = trimmedText.toLowerCase();
  const { members, isStale } = useRecordSearch(trimmedText);
  const isListOpen = open && normalizedQuery !== '';

  const reset = () => {
    setText('');
    setOpen(false);
    onDone?.();
  };
  const goTo = (to: string | undefined, search: { q?: string } = {}) => {
    if (to === undefined) return;
    reset();
    input.current?.blur();
    void navigate({ to, search });
  };
  const searchGuests = () => goTo(SEARCH_PAGE, { q: trimmedText });

  const pageLines = (normalizedQuery === '' ? [] : pages)
    .filter((page) => page.title.toLowerCase().includes(normalizedQuery))
    .slice(0, MAX_RESULTS)
    .map((page): SearchLine => ({
      id: page.id,
      icon: <NavigationIcon name={page.icon} size={16} />,
      name: page.title,
      choose: () => goTo(page.url),
    }));
  const guestLines = members.slice(0, MAX_GUESTS).map((member): SearchLine => {
    const standing = choiceOf('member', 'standing', member.standing);
    const path = memberPath(member);
    return {
      id: `member-${member.id}`,
      icon: <UserRound size={16} />,
      name: member.name,
      detail: cardDetail(member) ?? member.hotel.name,
      hint: standing && <Badge tone={standing.tone}>{label(standing.label)}</Badge>,
      choose: () => (path === null ? searchGuests() : goTo(path)),
    };
  });
  const searchLine: SearchLine = {
    id: 'search',
    icon: <Search size={16} />,
    name: <Trans>Search guests and vouchers for “{trimmedText}”</Trans>,
    hint: (
      <span aria-hidden="true">
        <Kbd>⏎</Kbd>
      </span>
    ),
    isApart: true,
    choose: searchGuests,
  };
  const canSearch = can('VIEW_SEARCH');
  // Guests of an earlier text remain until the new ones arrive, but cannot be chosen.
  const lines = [...pageLines, ...(isStale ? [] : guestLines), ...(canSearch ? [searchLine] : [])];
  const activeLine = lines.find((line) => line.id === selectedId) ?? lines[0];
  const renderLine = (line: SearchLine, isDisabled = false) => (
    <SearchOption
      key={line.id}
      id={`${id}-${line.id}`}
      line={line}
      isActive={line === activeLine}
      isDisabled={isDisabled}
      onHighlight={() => setSelectedId(line.id)}
    />
  );
  const hasNoResults = pageLines.length === 0 && guestLines.length === 0 && !isStale;

  return (
    <div className="relative" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}>
      <Search size={16} className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-muted" />
      <input
        ref={input}
        role="combobox"
        aria-label={t`Search the menu`}
        aria-expanded={isListOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isListOpen && activeLine ? `${id}-${activeLine.id}` : undefined}
        placeholder={canSearch ? t`Pages and guests` : t`Search the menu`}
        autoComplete="off"
        autoFocus={focused}
        value={text}
        className="control truncate border-transparent! bg-sunken! pr-16! pl-8.5! pointer-coarse:pr-11!"
        onChange={(event) => {
          setText(event.target.value);
          setSelectedId(null);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') reset();
          if (event.key === 'Enter' && isListOpen) activeLine?.choose();
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
          const at = activeLine ? lines.indexOf(activeLine) : 0;
          const step = event.key === 'ArrowDown' ? 1 : lines.length - 1;
          setSelectedId(lines[(at + step) % lines.length]?.id ?? null);
        }}
      />
      <PaletteButton />
      {isListOpen && (
        <div className="popup absolute top-full right-0 z-50 mt-1 w-[max(100%,22rem)] max-w-[calc(100vw-1rem)] p-1">
          <p role="status" className={classNames('text-sm text-muted', hasNoResults && 'px-2 py-1.5')}>
            {hasNoResults && <Trans>No results..</Trans>}
          </p>
          <ul
            id={`${id}-list`}
            role="listbox"
            aria-label={t`Pages and guests`}
            aria-busy={isStale}
            className="flex flex-col"
          >
            {pageLines.map((line) => renderLine(line))}
            {guestLines.map((line) => renderLine(line, isStale))}
            {canSearch && renderLine(searchLine)}
          </ul>
        </div>
      )}
    </div>
  );
}

interface SearchOptionProps {
  readonly id: string;
  readonly line: SearchLine;
  readonly isActive: boolean;
  /** The line belongs to an earlier text. */
  readonly isDisabled: boolean;
  readonly onHighlight: () => void;
}

const SearchOption = ({ id, line, isActive, isDisabled, onHighlight }: SearchOptionProps) => (
  <li
    id={id}
    role="option"
    aria-selected={isActive}
    aria-disabled={isDisabled || undefined}
    data-highlighted={isActive ? '' : undefined}
    className={classNames(
      'choice cursor-pointer! aria-disabled:cursor-default! aria-disabled:opacity-55',
      line.isApart === true && 'not-only:mt-1 not-only:border-t not-only:border-border',
    )}
    onPointerMove={() => !isDisabled && !isActive && onHighlight()}
    // The input must keep the focus until the click arrives.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => !isDisabled && line.choose()}
  >
    <span className="flex shrink-0 text-muted">{line.icon}</span>
    <span className="flex min-w-0 flex-1 flex-col">
      <span className="wrap-anywhere">{line.name}</span>
      {line.detail && <span className="truncate text-sm text-muted tabular">{line.detail}</span>}
    </span>
    {line.hint}
  </li>
);

/** Opens the command palette. It is inside the field of the menu search and shows the palette's keys. */
function PaletteButton() {
  const { t } = useLingui();
  useEffect(preloadPalette, []);
  return (
    <button
      type="button"
      aria-label={`${t`Command palette`}, ${PALETTE_KEY}`}
      aria-keyshortcuts="Control+K Meta+K"
      data-tooltip={t`Command palette`}
      data-tooltip-side="bottom"
      onClick={() => void openPalette()}
      className="absolute inset-y-0 right-0 flex min-w-(--control) items-center justify-center rounded-md px-2 text-muted hover:text-text"
    >
      <Kbd>{PALETTE_KEY}</Kbd>
      <Command size={18} className="hidden pointer-coarse:block" />
    </button>
  );
}
