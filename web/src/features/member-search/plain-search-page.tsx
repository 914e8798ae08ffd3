import { resources } from '@innkeeper/contract';
import type { MemberSearchResult } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import { type FormEvent, useRef, useState } from 'react';
import { formatPhone } from '../../format/phone.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { memberPath } from './result-path.ts';
import { choiceOf, useRecordSearch } from '../../domain/record-search.ts';
import { Page } from '../../ui/page.tsx';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { FRAME_CLASS, Table } from '../../ui/table.tsx';
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
      <Button type="submit" variant="primary" icon={<Search size={16} />}>
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
    <Table
      label={t`Results`}
      className={FRAME_CLASS}
      columns={[
        {
          key: 'name',
          heading: t`Name`,
          className: 'min-w-48 font-medium!',
          cell: (member) => <MemberName {...member} />,
        },
        { key: 'card', heading: t`Card`, cell: ({ card }) => card && <DigitGroups number={card.sbec_no} /> },
        { key: 'membership', heading: t`Membership`, cell: ({ card }) => card?.membership },
        {
          key: 'standing',
          heading: label(resources.member.fields.standing.label),
          className: 'whitespace-nowrap',
          cell: (member) => {
            const standing = choiceOf('member', 'standing', member.standing);
            return standing && label(standing.label);
          },
        },
        {
          key: 'hotel',
          heading: t`Hotel`,
          className: 'min-w-46',
          cell: ({ hotel, is_elsewhere }) => (is_elsewhere ? <Trans>{hotel.name} (another hotel)</Trans> : hotel.name),
        },
        {
          key: 'phone',
          heading: t`Phone`,
          className: 'whitespace-nowrap tabular',
          cell: ({ phone_no }) => formatPhone(phone_no ?? ''),
        },
        { key: 'email', heading: t`Email`, className: 'min-w-62 wrap-anywhere', cell: ({ email }) => email },
      ]}
      rows={members}
      rowKey={({ id }) => id}
    />
  );
}

function MemberName(member: MemberSearchResult) {
  const path = memberPath(member);
  if (path === null) return member.name;
  return (
    <Link to={path} className="text-accent-text underline-offset-2 hover:underline">
      {member.name}
    </Link>
  );
}
