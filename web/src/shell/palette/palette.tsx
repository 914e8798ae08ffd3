import { Dialog } from '@base-ui/react/dialog';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Search from 'lucide-react/icons/search';
import Ticket from 'lucide-react/icons/ticket';
import UserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { formatPhone } from '../../format/phone.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { useRecentGuests } from '../../domain/recent-guests.ts';
import { useUser } from '../../session/user.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { openDialog } from '../../ui/dialog-store.ts';
import { showMessage } from '../../ui/message-store.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { DigitGroups } from '../../ui/digit-groups.tsx';
import { cardDetail } from './card-detail.ts';
import { type PaletteEntry, usePaletteEntries } from './entries.ts';
import { useExample } from './examples.ts';
import { GUEST_VERBS, type GuestAction, useGuestVerbs, parseVerb } from './guest-verbs.ts';
import { SEARCH_PAGE, guestPath, memberPath, voucherPath } from '../../features/member-search/result-path.ts';
import { findMatches } from './match.ts';
import { choiceOf, useRecordSearch } from '../../domain/record-search.ts';
import { PaletteGroup, type PaletteLine } from './palette-group.tsx';
import type { CurrentUser } from '@innkeeper/contract';
import { readStored, writeStored } from '../../ui/stored-json.ts';

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
  const [recentIds] = useState(() => (user ? readRecent(user) : []));
  const [text, setText] = useState('');
  const [selectedId, setSelectedId] = useState<string | null>(null);
  /** The guest whose actions are listed. */
  const [expandedId, setExpandedId] = useState<string | null>(null);
  const command = parseVerb(text);
  const { members, vouchers, isStale, error } = useRecordSearch(command?.rest ?? text);
  const guestVerbs = useGuestVerbs();
  const { guests: recentGuests } = useRecentGuests();
  const isEmpty = text.trim() === '';
  const example = useExample(recentGuests, entries, isEmpty);
  const isFailed = error !== null;

  const goTo = (to: string, search: Readonly<Record<string, string | number>> = {}) => {
    close();
    void navigate({ to, search });
  };
  // The path is null if the user may find the guest but open no page of the guest; then open the search page.
  const openRecord = (path: string | null) => (path === null ? goTo(SEARCH_PAGE, { q: text }) : goTo(path));
  const runGuestAction = ({ to, search, reason }: GuestAction) =>
    reason === null ? goTo(to, search) : void showMessage({ message: reason, variant: 'info' });
  const toLine = (entry: PaletteEntry): PaletteLine => ({
    ...entry,
    hint: entry.kind === 'page' ? t`Page` : t`Action`,
    choose: () => {
      if (user) saveRecent(user, entry.id);
      if (typeof entry.run === 'object') return goTo(entry.run.to);
      close();
      entry.run();
    },
  });
  const toActionLine = (lineId: string, action: GuestAction): PaletteLine => ({
    id: lineId,
    icon: <ArrowRight size={18} />,
    name: action.label,
    detail: action.reason,
    isNested: true,
    choose: () => runGuestAction(action),
  });
  const memberLines = members.map((member): PaletteLine => {
    const standing = choiceOf('member', 'standing', member.standing);
    const action = guestVerbs.onMember(command?.verb, member);
    const lineId = `member-${member.id}`;
    const actions = GUEST_VERBS.flatMap((verb) => {
      const guestAction = guestVerbs.onMember(verb, member);
      return guestAction ? [toActionLine(`${lineId}-${verb}`, guestAction)] : [];
    });
    return {
      id: lineId,
      ...(actions.length > 0 && { actions }),
      icon: <UserRound size={18} />,
      name: action ? `${action.label}: ${member.name}` : member.name,
      detail:
        action?.reason ??
        [
          cardDetail(member),
          member.is_elsewhere ? t`Guest of another hotel` : formatPhone(member.phone_no ?? ''),
          member.email,
          member.card?.sbec_no,
          member.hotel.name,
        ]
          .filter(Boolean)
          .join(' · '),
      hint: standing && <Badge tone={standing.tone}>{label(standing.label)}</Badge>,
      choose: () => (action ? runGuestAction(action) : openRecord(memberPath(member))),
    };
  });

  const voucherLines = vouchers.map((voucher): PaletteLine => {
    const state = choiceOf('member_voucher', 'state', voucher.state);
    const action = guestVerbs.onVoucher(command?.verb, voucher);
    const name = label({ en: voucher.name, id: voucher.name_id });
    return {
      id: `voucher-${voucher.id}`,
      icon: <Ticket size={18} />,
      name: action ? `${action.label}: ${name}` : name,
      detail: action?.reason ?? [voucher.voucher_no, voucher.member.name].join(' · '),
      hint: state && <Badge tone={state.tone}>{label(state.label)}</Badge>,
      choose: () => (action ? runGuestAction(action) : openRecord(voucherPath(voucher))),
    };
  });

  const guestLines = recentGuests.map(({ id: guestId, name, detail }): PaletteLine => ({
    id: `guest-${guestId}`,
    icon: <UserRound size={18} />,
    name,
    detail: detail && <DigitGroups number={detail} />,
    choose: () => openRecord(guestPath(guestId)),
  }));

  const recentEntries = recentIds.flatMap((key) => entries.find((entry) => entry.id === key) ?? []);
  const matchLines = findMatches(text, entries).map(toLine);
  const groups = isEmpty
    ? [
        { title: t`Recent`, lines: recentEntries.map(toLine) },
        { title: t`Recent guests here`, lines: guestLines },
        {
          title: t`Pages and actions`,
          lines: matchLines.filter((line) => !recentEntries.some((entry) => entry.id === line.id)),
        },
      ]
    : [
        { title: t`Pages and actions`, lines: matchLines },
        { title: t`Vouchers`, lines: voucherLines, isStale },
        {
          title: t`Members`,
          lines: memberLines.flatMap((line) => (line.id === expandedId ? [line, ...(line.actions ?? [])] : [line])),
          isStale,
        },
      ];
  const lines = groups.flatMap((group) => (group.isStale ? [] : group.lines));
  // Enter chooses the selected line, or the first one if that line is gone or none was selected.
  const activeLine = lines.find((line) => line.id === selectedId) ?? lines[0];
  const getOptionId = (line: PaletteLine) => `${id}-${line.id}`;
  const activeId = activeLine && getOptionId(activeLine);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    // An input method that is composing handles its keys itself.
    if (event.nativeEvent.isComposing) return;
    const at = activeLine ? lines.indexOf(activeLine) : -1;
    const target = {
      ArrowDown: (at + 1) % lines.length,
      ArrowUp: (at + lines.length - 1) % lines.length,
      Home: 0,
      End: lines.length - 1,
    }[event.key];
    if (event.key === 'Enter') activeLine?.choose();
    else if (event.key === 'ArrowRight' && activeLine?.actions && isPlainKeyAtEnd(event)) {
      setExpandedId(activeLine.id);
      setSelectedId(activeLine.actions[0]?.id ?? null);
    } else if (event.key === 'ArrowLeft' && activeLine?.isNested) {
      setExpandedId(null);
      setSelectedId(expandedId);
    } else if (target !== undefined) setSelectedId(lines[target]?.id ?? null);
    else return;
    event.preventDefault();
  };

  const hasNoResults = !isStale && !isFailed && groups.every((group) => group.lines.length === 0);
  return (
    <>
      <Dialog.Title className="sr-only">
        <Trans>Command palette</Trans>
      </Dialog.Title>
      <div className="flex shrink-0 items-center gap-3 border-b border-border px-4">
        <span className="flex text-muted">{isStale ? <Spinner size={18} /> : <Search size={18} />}</span>
        <input
          data-first-focus
          role="combobox"
          aria-label={t`Search pages, actions, members and vouchers`}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          placeholder={example === null ? t`Search pages, actions, members and vouchers` : t`Try “${example}”`}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setSelectedId(null);
            setExpandedId(null);
          }}
          onKeyDown={onKeyDown}
          className="h-13 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
        <Dialog.Close
          aria-label={`${t`Close`}, Esc`}
          className="touch-target -mr-2 flex h-(--control-small) min-w-(--control-small) shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
        >
          <span className="hidden sm:pointer-fine:flex">
            <Kbd>Esc</Kbd>
          </span>
          <X size={18} className="sm:pointer-fine:hidden" />
        </Dialog.Close>
      </div>
      <div className="flex h-96 min-h-0 flex-col max-sm:flex-1">
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t`Results`}
          aria-busy={isStale}
          className="min-h-0 overflow-y-auto overscroll-contain p-2"
        >
          {groups.map(
            (group) =>
              group.lines.length > 0 && (
                <PaletteGroup
                  key={group.title}
                  title={group.title}
                  lines={group.lines}
                  isStale={group.isStale ?? false}
                  activeId={activeId}
                  optionId={getOptionId}
                  onHighlight={(line) => setSelectedId(line.id)}
                />
              ),
          )}
        </div>
        <p role="status" className={classNames('px-4 text-sm text-muted', (hasNoResults || isFailed) && 'pb-3')}>
          {hasNoResults && <Trans>No results..</Trans>}
          {isFailed && <Trans>Couldn’t search members and vouchers.</Trans>}
        </p>
      </div>
      <p className="hidden shrink-0 border-t border-border px-4 py-2 text-xs text-muted sm:pointer-fine:block">
        <Trans>↑ ↓ to move, Enter to open, → for what you can do for a guest</Trans>
      </p>
    </>
  );
}

/** Whether the key is pressed alone, with the caret behind the text: an arrow then has nothing to move over. */
const isPlainKeyAtEnd = ({ target, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  !(shiftKey || ctrlKey || altKey || metaKey) &&
  target instanceof HTMLInputElement &&
  target.selectionStart === target.value.length &&
  target.selectionEnd === target.value.length;

const MAX_RECENT = 5;
const storageKey = (user: CurrentUser): string => `innkeeper.recent.${user.id}`;

/**
 * Ids of the pages and actions that a user chose on this device, latest first, at most five. Guests are not stored, so
 * that their names do not remain on the device.
 */
function readRecent(user: CurrentUser): readonly string[] {
  const stored = readStored(localStorage, storageKey(user));
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

function saveRecent(user: CurrentUser, id: string): void {
  const ids = [id, ...readRecent(user).filter((other) => other !== id)].slice(0, MAX_RECENT);
  writeStored(localStorage, storageKey(user), ids);
}
