import { resources } from '@innkeeper/contract';
import type { MemberSearchResult } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import { type FormEvent, useRef, useState } from 'react';
import { formatPhone } from '../../format/phone.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { memberPath } from './result-path.ts';
import { choiceOf, useRecordSearch } from '../people/record-search.ts';
import { Page } from '../../ui/page.tsx';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import { useQueryText } from './use-search-text.ts';
import { DigitGroups } from '../../ui/digit-groups.tsx';

/** The simple search: one box, and a table after Enter. */
export function PlainSearchPage() {
  const { t } = useLingui();
  const searchText = useQueryText();
  return (
    <Page title={t`Simple search`}>
      <SearchForm key={searchText} searchText={searchText} />
      <SearchResults searchText={searchText} />
    </Page>
  );
}

function SearchForm({ searchText }: { searchText: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [text, setText] = useState(searchText);
  const inputRef = useRef<HTMLInputElement>(null);
  useFocusOnMount(inputRef);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ to: '.', search: text.trim() === '' ? {} : { q: text.trim() } });
  };
  return (
    <form role="search" onSubmit={onSubmit} className="mb-5 flex max-w-xl gap-2">
      <TextInput
        ref={inputRef}
        aria-label={t`Name, card, voucher, phone or email`}
        placeholder={t`Name, card, voucher, phone or email`}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onValueChange={setText}
        className="min-w-0 flex-1"
      />
      <Button type="submit" variant="primary" icon={<Search size={16} aria-hidden="true" />}>
        <Trans>Search</Trans>
      </Button>
    </form>
  );
}

function SearchResults({ searchText }: { searchText: string }) {
  const { t } = useLingui();
  const label = useLabel();
  const { members, isRequested, isStale, error, retry } = useRecordSearch(searchText);
  if (!isRequested) return null;
  if (error !== null) return <ErrorState message={error.message} onRetry={retry} />;
  if (isStale)
    return (
      <p role="status" className="flex items-center gap-2 text-muted">
        <Spinner size={16} />
        <Trans>Searching…</Trans>
      </p>
    );
  if (members.length === 0)
    return (
      <p role="status" className="text-muted">
        <Trans>No results..</Trans>
      </p>
    );
  return (
    <div
      role="region"
      aria-label={t`Results`}
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-border bg-surface"
    >
      <table className="w-full min-w-5xl text-left text-sm">
        <thead>
          <tr className="border-b border-border whitespace-nowrap text-muted">
            {[
              t`Name`,
              t`Card`,
              t`Membership`,
              label(resources.member.fields.standing.label),
              t`Hotel`,
              t`Phone`,
              t`Email`,
            ].map((heading) => (
              <th key={heading} scope="col" className="px-3 py-2 font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {members.map((member) => (
            <MemberRow key={member.id} member={member} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MemberRow({ member }: { member: MemberSearchResult }) {
  const label = useLabel();
  const path = memberPath(member);
  const standing = choiceOf('member', 'standing', member.standing);
  const cells = [
    member.card && <DigitGroups number={member.card.sbec_no} />,
    member.card?.membership,
    <span className="whitespace-nowrap">{standing && label(standing.label)}</span>,
    <span className="inline-block min-w-40">
      {member.is_elsewhere ? <Trans>{member.hotel.name} (another hotel)</Trans> : member.hotel.name}
    </span>,
    <span className="whitespace-nowrap">{formatPhone(member.phone_no ?? '')}</span>,
    <span className="inline-block min-w-56 wrap-anywhere">{member.email}</span>,
  ];
  return (
    <tr>
      <th scope="row" className="min-w-48 px-3 py-2 font-medium break-words">
        {path === null ? (
          member.name
        ) : (
          <Link to={path} className="text-accent-text underline-offset-2 hover:underline">
            {member.name}
          </Link>
        )}
      </th>
      {cells.map((cell, index) => (
        <td key={index} className="px-3 py-2 break-words tabular">
          {cell}
        </td>
      ))}
    </tr>
  );
}
