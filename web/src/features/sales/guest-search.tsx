import type { MemberSearchResult } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import Search from 'lucide-react/icons/search';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { formatPhone } from '../../format/phone.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { choiceOf, useRecordSearch } from '../../domain/record-search.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { TextInput } from '../../ui/text-field.tsx';

interface GuestSearchProps {
  readonly onSelectMember: (member: MemberSearchResult) => void;
  readonly onNewGuest: (searchText: string) => void;
}

/** Search box that finds a member by any known detail, and uses the text for a new guest otherwise. */
export function GuestSearch({ onSelectMember, onNewGuest }: GuestSearchProps) {
  const { t } = useLingui();
  const id = useId();
  const [text, setText] = useState('');
  const [selectedIndex, setSelectedIndex] = useState(0);
  // A scanner sends Enter before there are results; it takes effect when the response arrives.
  const [isEnterPending, setEnterPending] = useState(false);
  const searchText = text.trim();
  const { members: matches, isRequested: isSearching, isStale, error } = useRecordSearch(searchText);
  const activeIndex = Math.min(selectedIndex, matches.length);

  const singleMatch = isEnterPending && !isStale ? (matches.length === 1 ? matches[0] : null) : undefined;
  useEffect(() => {
    if (singleMatch === undefined) return;
    setEnterPending(false);
    if (singleMatch) onSelectMember(singleMatch);
  }, [singleMatch, onSelectMember]);

  const chooseOption = (index: number) => {
    const member = matches[index];
    if (!member) onNewGuest(searchText);
    else onSelectMember(member);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && isSearching) {
      event.preventDefault();
      setSelectedIndex((activeIndex + step + matches.length + 1) % (matches.length + 1));
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (isStale) setEnterPending(true);
    else chooseOption(activeIndex);
  };

  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={`${id}-box`} className="text-sm font-medium text-muted">
        <Trans>Name, card number, phone or email</Trans>
      </label>
      <div className="flex flex-wrap gap-2">
        <span className="relative min-w-56 flex-1">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-faint"
          >
            {isStale ? <Spinner /> : <Search size={16} />}
          </span>
          <TextInput
            id={`${id}-box`}
            role="combobox"
            aria-expanded={isSearching}
            aria-controls={`${id}-list`}
            aria-activedescendant={isSearching && !isStale ? `${id}-${activeIndex}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            placeholder={t`Search members`}
            className="pl-9!"
            value={text}
            onValueChange={(value) => {
              setText(value);
              setSelectedIndex(0);
              setEnterPending(false);
            }}
            onKeyDown={onKeyDown}
          />
        </span>
        <Button icon={<UserRoundPlus size={16} />} onClick={() => onNewGuest(searchText)}>
          <Trans>New guest</Trans>
        </Button>
      </div>
      {isSearching && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t`Members found`}
          aria-busy={isStale}
          className="flex flex-col rounded-md border border-border p-1"
        >
          {matches.map((member, index) => (
            <ResultOption
              key={member.id}
              id={`${id}-${index}`}
              isActive={index === activeIndex}
              onChoose={() => chooseOption(index)}
            >
              <MemberOption member={member} />
            </ResultOption>
          ))}
          {!isStale && matches.length === 0 && (
            <p className="px-2.5 py-2 text-muted">
              {error ? (
                <Trans>Search is not responding. Try again.</Trans>
              ) : (
                <Trans>No member with this name, phone or email.</Trans>
              )}
            </p>
          )}
          <ResultOption
            id={`${id}-${matches.length}`}
            isActive={!isStale && activeIndex === matches.length}
            onChoose={() => onNewGuest(searchText)}
          >
            <span className="flex size-8 shrink-0 items-center justify-center text-accent-text">
              <UserRoundPlus size={18} />
            </span>
            <span className="min-w-0 truncate font-medium text-accent-text">
              <Trans>New guest “{searchText}”</Trans>
            </span>
          </ResultOption>
        </div>
      )}
    </div>
  );
}

interface ResultOptionProps {
  readonly id: string;
  readonly isActive: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function ResultOption({ id, isActive, onChoose, children }: ResultOptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
      className={classNames(
        'flex min-h-(--control) cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 hover:bg-hover',
        isActive && 'bg-hover outline-1 outline-transparent',
      )}
    >
      {children}
    </div>
  );
}

function MemberOption({ member }: { member: MemberSearchResult }) {
  const label = useLabel();
  const { name, card, is_elsewhere } = member;
  const hotel = member.hotel.name;
  const standing = choiceOf('member', 'standing', member.standing);
  return (
    <>
      <Avatar name={name} size={32} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-sm text-muted tabular sm:truncate">
          {is_elsewhere ? (
            <Trans>Guest of {hotel}</Trans>
          ) : (
            [card && `${card.membership} ${card.sbec_no}`, formatPhone(member.phone_no ?? ''), member.email, hotel]
              .filter(Boolean)
              .join(' · ')
          )}
        </span>
      </span>
      {standing && <Badge tone={standing.tone}>{label(standing.label)}</Badge>}
    </>
  );
}
