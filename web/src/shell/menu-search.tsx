import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useId, useRef, useState, useEffect } from 'react';
import { can } from '../session/user.ts';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { NavigationIcon } from '../session/navigation-icon.tsx';
import { listPages, useNavigation } from '../session/navigation-tree.ts';
import Command from 'lucide-react/icons/command';
import { PALETTE_KEY } from './key-names.ts';
import { openPalette, preloadPalette } from './palette/open-palette.ts';

const MAX_RESULTS = 10;

/**
 * Finds pages of the menu by title, and offers the search for guests if the user may use it. On wide screens it is a
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

function SearchBox({ focused, onDone }: { focused?: boolean; onDone?: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const navigate = useNavigate();
  const pages = listPages(useNavigation());
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const input = useRef<HTMLInputElement>(null);

  const trimmedText = text.trim();
  const normalizedQuery = trimmedText.toLowerCase();
  const matches =
    normalizedQuery === ''
      ? []
      : pages.filter((page) => page.title.toLowerCase().includes(normalizedQuery)).slice(0, MAX_RESULTS);
  const isListOpen = open && normalizedQuery !== '';
  const canSearch = can('VIEW_SEARCH');
  const optionCount = matches.length + (canSearch ? 1 : 0);

  const reset = () => {
    setText('');
    setOpen(false);
    onDone?.();
  };
  const openPage = (url: string | undefined, search: { q?: string } = {}) => {
    if (url === undefined) return;
    reset();
    input.current?.blur();
    void navigate({ to: url, search });
  };
  const searchGuests = () => openPage('/company/search', { q: trimmedText });

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
        aria-activedescendant={isListOpen && optionCount > 0 ? `${id}-${activeIndex}` : undefined}
        placeholder={t`Search the menu`}
        autoComplete="off"
        autoFocus={focused}
        value={text}
        className="control border-transparent! bg-sunken! pr-16! pl-8.5!"
        onChange={(event) => {
          setText(event.target.value);
          setActiveIndex(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') reset();
          if (event.key === 'Enter' && isListOpen) {
            if (canSearch && activeIndex === matches.length) searchGuests();
            else openPage(matches[activeIndex]?.url);
          }
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
          if (optionCount > 0)
            setActiveIndex((activeIndex + (event.key === 'ArrowDown' ? 1 : optionCount - 1)) % optionCount);
        }}
      />
      <PaletteButton />
      {isListOpen && (
        <div className="popup absolute inset-x-0 top-full z-50 mt-1 p-1">
          <p role="status" className={classNames('text-sm text-muted', matches.length === 0 && 'px-2 py-1.5')}>
            {matches.length === 0 && <Trans>No results..</Trans>}
          </p>
          <ul id={`${id}-list`} role="listbox" aria-label={t`Pages`} className="flex flex-col">
            {matches.map((page, index) => (
              <li
                key={page.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === activeIndex}
                data-highlighted={index === activeIndex ? '' : undefined}
                className={classNames('choice cursor-pointer!')}
                onPointerMove={() => setActiveIndex(index)}
                // The input must keep the focus until the click arrives.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => openPage(page.url)}
              >
                <span className="flex text-muted">
                  <NavigationIcon name={page.icon} size={16} />
                </span>
                {page.title}
              </li>
            ))}
            {canSearch && (
              <li
                id={`${id}-${matches.length}`}
                role="option"
                aria-selected={activeIndex === matches.length}
                data-highlighted={activeIndex === matches.length ? '' : undefined}
                className="choice cursor-pointer! not-only:mt-1 not-only:border-t not-only:border-border"
                onPointerMove={() => setActiveIndex(matches.length)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={searchGuests}
              >
                <Search size={16} className="shrink-0 text-muted" />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <Trans>Search guests and vouchers for “{trimmedText}”</Trans>
                </span>
                <span aria-hidden="true">
                  <Kbd>⏎</Kbd>
                </span>
              </li>
            )}
          </ul>
        </div>
      )}
    </div>
  );
}

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
