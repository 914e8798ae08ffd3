import { getResource, permission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import ScanSearch from 'lucide-react/icons/scan-search';
import Search from 'lucide-react/icons/search';
import SearchX from 'lucide-react/icons/search-x';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { can } from '../../session/user.ts';
import { useRecordSearch } from '../../domain/record-search.ts';
import { resourcePath } from '../../engine/data/resource-path.ts';
import { Page } from '../../ui/page.tsx';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { DeskLists } from '../../domain/desk-list.tsx';
import { Birthdays, RecentGuests } from '../../domain/guest-lists.tsx';
import { TodaysRedemptions } from '../../domain/todays-redemptions.tsx';
import { useSaleContext } from '../../domain/use-sale-context.ts';
import { MemberResult } from './member-result.tsx';
import { useSearchText } from './use-search-text.ts';
import { VoucherResult } from './voucher-result.tsx';

/** One search box for members and vouchers. Results appear below while the user types, each with its actions. */
export function SearchPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [text, setText] = useSearchText();
  const { members, vouchers, isRequested, isStale, error, retry } = useRecordSearch(text);
  const containerRef = useRef<HTMLDivElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  useFocusOnMount(inputRef);
  // Enter from a scanner, or before the response arrives, opens the first result of that response.
  const [isEnterPending, setEnterPending] = useState(false);

  const getResultLinks = () => [...(containerRef.current?.querySelectorAll<HTMLAnchorElement>('a[data-hit]') ?? [])];
  useEffect(() => {
    if (!isEnterPending || isStale) return;
    setEnterPending(false);
    const firstLink = containerRef.current?.querySelector<HTMLAnchorElement>('a[data-hit]');
    if (firstLink) void navigate({ href: firstLink.getAttribute('href') ?? '' });
  }, [isEnterPending, isStale, navigate]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const links = getResultLinks();
    const index = links.findIndex((link) => link === document.activeElement);
    if (event.key === 'Enter' && event.target === inputRef.current) setEnterPending(true);
    else if (event.key === 'ArrowDown') links[Math.min(index + 1, links.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (index > 0 ? links[index - 1] : inputRef.current)?.focus();
    else if (event.key === 'Escape' && event.target === inputRef.current) setText('');
    else if (event.key === 'Escape') inputRef.current?.focus();
    else return;
    event.preventDefault();
  };

  const count = members.length + vouchers.length;
  const isEmpty = isRequested && !isStale && error === null && count === 0;
  return (
    <Page title={t`Search`} boxed>
      <div ref={containerRef} onKeyDown={onKeyDown} className="flex flex-col gap-5">
        <div
          role="search"
          className="relative flex items-center rounded-lg border border-strong-border bg-surface focus-within:border-accent focus-within:outline-2 focus-within:outline-focus"
        >
          <span aria-hidden="true" className="pointer-events-none absolute left-4 flex text-muted">
            {isStale ? <Spinner size={20} /> : <Search size={20} />}
          </span>
          <input
            ref={inputRef}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            aria-label={t`Name, card, voucher, phone or email`}
            placeholder={t`Name, card, voucher, phone or email`}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setEnterPending(false);
            }}
            className="h-14 min-w-0 flex-1 bg-transparent pr-2 pl-12 text-lg outline-none placeholder:text-ellipsis"
          />
          {text !== '' && (
            <IconButton
              label={t`Clear`}
              className="mr-2"
              onClick={() => {
                setText('');
                inputRef.current?.focus();
              }}
            >
              <X size={18} />
            </IconButton>
          )}
        </div>
        <p role="status" className="sr-only">
          {isRequested && !isStale && error === null && (
            <Trans>
              Members: {members.length}. Vouchers: {vouchers.length}.
            </Trans>
          )}
        </p>
        {!isRequested && <SearchIntro />}
        {isRequested && isStale && count === 0 && <ResultsSkeleton />}
        {error !== null && <ErrorState message={error.message} onRetry={retry} />}
        {isEmpty && <NoResults searchText={text.trim()} />}
        {error === null && (
          <div aria-busy={isStale} className={classNames('flex flex-col gap-6', isStale && 'opacity-60')}>
            {vouchers.length > 0 && (
              <ResultList title={t`Vouchers`}>
                {vouchers.map((voucher) => (
                  <VoucherResult key={voucher.id} voucher={voucher} />
                ))}
              </ResultList>
            )}
            {members.length > 0 && (
              <ResultList title={t`Members`}>
                {members.map((member) => (
                  <MemberResult key={member.id} member={member} searchText={text} />
                ))}
              </ResultList>
            )}
          </div>
        )}
      </div>
    </Page>
  );
}

function ResultList({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 text-sm font-medium text-muted">
        {title}
      </h2>
      <ul className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface">{children}</ul>
    </section>
  );
}

/** Shown below the empty box. */
function SearchIntro() {
  const navigate = useNavigate();
  const { hotel } = useSaleContext();
  return (
    <>
      <EmptyState icon={<ScanSearch size={20} />} title={<Trans>Find a guest or a voucher</Trans>}>
        <Trans>
          Parts of a name are enough. A complete card or voucher number, phone or email finds guests of every hotel.
        </Trans>
      </EmptyState>
      <DeskLists>
        <RecentGuests onChoose={(id) => void navigate({ to: resourcePath('member', id) })} />
        <TodaysRedemptions hotelId={hotel?.id ?? null} />
        <Birthdays hotelId={null} />
      </DeskLists>
    </>
  );
}

/** Placeholder with the height of a few members. */
function ResultsSkeleton() {
  return (
    <div className="divide-y divide-border rounded-lg border border-border bg-surface">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-start gap-3 px-3 py-3 sm:px-4">
          <Skeleton className="size-10 rounded-full" />
          <span className="flex min-w-0 flex-1 flex-col gap-2 py-1">
            <Skeleton className="h-4 w-44" />
            <Skeleton className="h-3.5 w-72 max-w-full" />
            <Skeleton className="h-3.5 w-56 max-w-full" />
          </span>
        </div>
      ))}
    </div>
  );
}

function NoResults({ searchText }: { searchText: string }) {
  return (
    <EmptyState
      icon={<SearchX size={20} />}
      title={<Trans>No results for “{searchText}”.</Trans>}
      action={
        can(permission('STORE', getResource('transaction').permission)) && (
          <Link to="/finance/transaction/wizard" search={{ q: searchText }} className={buttonClass('primary')}>
            <Trans>Sell a membership to a new guest</Trans>
          </Link>
        )
      }
    >
      <Trans>Try the card, phone or email. A complete number also finds guests of other hotels.</Trans>
    </EmptyState>
  );
}
