import { Dialog } from '@base-ui/react/dialog';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import Ticket from 'lucide-react/icons/ticket';
import UserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { formatPhone } from '../../format/phone.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { useRecentGuests } from '../../features/front-desk/recent-guests.ts';
import { useUser } from '../../session/user.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { openDialog } from '../../ui/dialog-store.ts';
import { showMessage } from '../../ui/message-store.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { DigitGroups } from '../../ui/digit-groups.tsx';
import { type PaletteEntry, usePaletteEntries } from './entries.ts';
import { type GuestAction, useGuestVerbs, parseVerb } from './guest-verbs.ts';
import { SEARCH_PAGE, guestPath, memberPath, voucherPath } from '../../features/member-search/result-path.ts';
import { findAll } from './match.ts';
import { choiceOf, useRecordSearch } from '../../features/people/record-search.ts';
import { PaletteGroup, type PaletteLine } from './palette-group.tsx';
import { readRecent, saveRecent } from './recent.ts';

export const showPalette = (): Promise<void> =>
  openDialog((close) => <Palette close={() => close()} />, { placement: 'top', width: '40rem' });

/**
 * Finds pages, actions, vouchers and members by the typed text. Pages and actions need no request and come first, so
 * the response does not move them.
 */
function Palette({ close }: { close: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const label = useLabel();
  const user = useUser();
  const navigate = useNavigate();
  const entries = usePaletteEntries();
  const [recent] = useState(() => (user ? readRecent(user) : []));
  const [text, setText] = useState('');
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const command = parseVerb(text);
  const { members, vouchers, isLate, error } = useRecordSearch(command?.rest ?? text);
  const verbs = useGuestVerbs(command?.verb);
  const lastGuests = useRecentGuests();
  const isFailed = error !== null;

  const go = (to: string, search: Readonly<Record<string, string | number>> = {}) => {
    close();
    void navigate({ to, search });
  };
  // The path is null for users who may find the guest but open no page of the guest: they get the search page.
  const open = (path: string | null) => (path === null ? go(SEARCH_PAGE, { q: text }) : go(path));
  const runGuestAction = ({ to, search, reason }: GuestAction) =>
    reason === null ? go(to, search) : void showMessage({ message: reason, variant: 'info' });
  const toLine = (entry: PaletteEntry): PaletteLine => ({
    ...entry,
    hint: entry.kind === 'page' ? t`Page` : t`Action`,
    choose: () => {
      if (user) saveRecent(user, entry.id);
      if (typeof entry.run === 'object') return go(entry.run.to);
      close();
      entry.run();
    },
  });
  const memberLines = members.map((member): PaletteLine => {
    const standing = choiceOf('member', 'standing', member.standing);
    const verb = verbs.onMember(member);
    return {
      id: `member-${member.id}`,
      icon: <UserRound size={18} aria-hidden="true" />,
      name: verb ? `${verb.label}: ${member.name}` : member.name,
      detail:
        verb?.reason ??
        [
          member.is_elsewhere ? t`Guest of another hotel` : formatPhone(member.phone_no ?? ''),
          member.email,
          member.card?.sbec_no,
          member.hotel.name,
        ]
          .filter(Boolean)
          .join(' · '),
      hint: standing && <Badge tone={standing.tone}>{label(standing.label)}</Badge>,
      choose: () => (verb ? runGuestAction(verb) : open(memberPath(member))),
    };
  });

  const voucherLines = vouchers.map((voucher): PaletteLine => {
    const state = choiceOf('member_voucher', 'state', voucher.state);
    const verb = verbs.onVoucher(voucher);
    const name = label({ en: voucher.name, id: voucher.name_id });
    return {
      id: `voucher-${voucher.id}`,
      icon: <Ticket size={18} aria-hidden="true" />,
      name: verb ? `${verb.label}: ${name}` : name,
      detail: verb?.reason ?? [voucher.voucher_no, voucher.member.name].join(' · '),
      hint: state && <Badge tone={state.tone}>{label(state.label)}</Badge>,
      choose: () => (verb ? runGuestAction(verb) : open(voucherPath(voucher))),
    };
  });

  const guestLines = lastGuests.map(({ id: guestId, name, detail }): PaletteLine => ({
    id: `guest-${guestId}`,
    icon: <UserRound size={18} aria-hidden="true" />,
    name,
    detail: detail && <DigitGroups number={detail} />,
    choose: () => open(guestPath(guestId)),
  }));

  const isEmpty = text.trim() === '';
  const latest = recent.flatMap((key) => entries.find((entry) => entry.id === key) ?? []);
  const found = findAll(text, entries).map(toLine);
  const groups = isEmpty
    ? [
        { title: t`Recent`, lines: latest.map(toLine) },
        { title: t`Recent guests here`, lines: guestLines },
        { title: t`Pages and actions`, lines: found.filter((line) => !latest.some((entry) => entry.id === line.id)) },
      ]
    : [
        { title: t`Pages and actions`, lines: found },
        { title: t`Vouchers`, lines: voucherLines, isLate },
        { title: t`Members`, lines: memberLines, isLate },
      ];
  const lines = groups.flatMap((group) => (group.isLate ? [] : group.lines));
  // Enter chooses the selected line, or the first one if that line is gone or none was selected.
  const active = lines.find((line) => line.id === selectedId) ?? lines[0];
  const optionId = (line: PaletteLine) => `${id}-${line.id}`;
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    // An input method that is composing handles its keys itself.
    if (event.nativeEvent.isComposing) return;
    const at = active ? lines.indexOf(active) : -1;
    const target = {
      ArrowDown: (at + 1) % lines.length,
      ArrowUp: (at + lines.length - 1) % lines.length,
      Home: 0,
      End: lines.length - 1,
    }[event.key];
    if (event.key === 'Enter') active?.choose();
    else if (target !== undefined) setSelectedId(lines[target]?.id ?? null);
    else return;
    event.preventDefault();
  };

  const hasNoResults = !isLate && !isFailed && groups.every((group) => group.lines.length === 0);
  return (
    <>
      <Dialog.Title className="sr-only">
        <Trans>Command palette</Trans>
      </Dialog.Title>
      <div className="flex shrink-0 items-center gap-3 border-b border-border px-4">
        <span className="flex text-muted">
          {isLate ? <Spinner size={18} /> : <Search size={18} aria-hidden="true" />}
        </span>
        <input
          data-first-focus
          role="combobox"
          aria-label={t`Search pages, actions, members and vouchers`}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          placeholder={t`Search pages, actions, members and vouchers`}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setSelectedId(null);
          }}
          onKeyDown={onKeyDown}
          className="h-13 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
        <Dialog.Close
          aria-label={`${t`Close`}, Esc`}
          className="-mr-2 flex h-(--control-small) min-w-(--control-small) shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
        >
          <span className="hidden sm:pointer-fine:flex">
            <Kbd>Esc</Kbd>
          </span>
          <X size={18} aria-hidden="true" className="sm:pointer-fine:hidden" />
        </Dialog.Close>
      </div>
      <div className="flex h-96 min-h-0 flex-col max-sm:flex-1">
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t`Results`}
          aria-busy={isLate}
          className="min-h-0 scrollbar-slim overflow-y-auto overscroll-contain p-2"
        >
          {groups.map(
            (group) =>
              group.lines.length > 0 && (
                <PaletteGroup
                  key={group.title}
                  title={group.title}
                  lines={group.lines}
                  isLate={group.isLate ?? false}
                  activeId={activeId}
                  optionId={optionId}
                  onPoint={(line) => setSelectedId(line.id)}
                />
              ),
          )}
        </div>
        <p role="status" className={classNames('px-4 text-sm text-muted', (hasNoResults || isFailed) && 'pb-3')}>
          {hasNoResults && <Trans>No results..</Trans>}
          {isFailed && <Trans>Couldn’t search members and vouchers.</Trans>}
        </p>
      </div>
    </>
  );
}
