import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useId, useRef, useState } from 'react';
import { can } from '../session/user.ts';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { NavigationIcon } from '../session/navigation-icon.tsx';
import { pagesOf, useNavigation } from '../session/navigation-tree.ts';
import { PaletteButton } from './palette/palette-button.tsx';

const MAX_RESULTS = 10;

/**
 * Finds pages of the menu by title, and leads to the search for guests if the user may use it. A field in the toolbar
 * on wide screens; on narrow ones a button, whose field covers the toolbar.
 */
export function MenuSearch() {
  const { t } = useLingui();
  const [full, setFull] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setFull(false);
    button.current?.focus();
  };
  return (
    <>
      <div className="hidden w-56 md:block @6xl:w-72">
        <SearchBox />
      </div>
      <span className="md:hidden">
        <IconButton ref={button} label={t`Search the menu`} onClick={() => setFull(true)}>
          <Search size={19} aria-hidden="true" />
        </IconButton>
      </span>
      {full && (
        <div className="absolute inset-0 z-10 flex items-center gap-1 bg-surface px-2 md:hidden">
          <div className="flex-1">
            <SearchBox focused onDone={close} />
          </div>
          <IconButton label={t`Close`} onClick={close}>
            <X size={20} aria-hidden="true" />
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
  const pages = pagesOf(useNavigation());
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);

  const trimmedText = text.trim();
  const normalizedQuery = trimmedText.toLowerCase();
  const found =
    normalizedQuery === ''
      ? []
      : pages.filter((page) => page.title.toLowerCase().includes(normalizedQuery)).slice(0, MAX_RESULTS);
  const shown = open && normalizedQuery !== '';
  const canSearch = can('VIEW_SEARCH');
  const lines = found.length + (canSearch ? 1 : 0);

  const finish = () => {
    setText('');
    setOpen(false);
    onDone?.();
  };
  const go = (url: string | undefined, search: { q?: string } = {}) => {
    if (url === undefined) return;
    finish();
    input.current?.blur();
    void navigate({ to: url, search });
  };
  const searchGuests = () => go('/company/search', { q: trimmedText });

  return (
    <div className="relative" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}>
      <Search
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-muted"
      />
      <input
        ref={input}
        role="combobox"
        aria-label={t`Search the menu`}
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && lines > 0 ? `${id}-${active}` : undefined}
        placeholder={t`Search the menu`}
        autoComplete="off"
        autoFocus={focused}
        value={text}
        className="control border-transparent! bg-sunken! pr-16! pl-8.5!"
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') finish();
          if (event.key === 'Enter' && shown) {
            if (canSearch && active === found.length) searchGuests();
            else go(found[active]?.url);
          }
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
          if (lines > 0) setActive((active + (event.key === 'ArrowDown' ? 1 : lines - 1)) % lines);
        }}
      />
      <PaletteButton />
      {shown && (
        <div className="popup absolute inset-x-0 top-full z-50 mt-1 p-1">
          <p role="status" className={classNames('text-sm text-muted', found.length === 0 && 'px-2 py-1.5')}>
            {found.length === 0 && <Trans>No results..</Trans>}
          </p>
          <ul id={`${id}-list`} role="listbox" aria-label={t`Pages`} className="flex flex-col">
            {found.map((page, index) => (
              <li
                key={page.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                data-highlighted={index === active ? '' : undefined}
                className={classNames('choice cursor-pointer!')}
                onPointerMove={() => setActive(index)}
                // The input must keep the focus until the click arrives.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => go(page.url)}
              >
                <span className="flex text-muted">
                  <NavigationIcon name={page.icon} size={16} />
                </span>
                {page.title}
              </li>
            ))}
            {canSearch && (
              <li
                id={`${id}-${found.length}`}
                role="option"
                aria-selected={active === found.length}
                data-highlighted={active === found.length ? '' : undefined}
                className="choice cursor-pointer! not-only:mt-1 not-only:border-t not-only:border-border"
                onPointerMove={() => setActive(found.length)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={searchGuests}
              >
                <Search size={16} aria-hidden="true" className="shrink-0 text-muted" />
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
