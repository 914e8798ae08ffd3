import {
  CALL_LIST_SORTS,
  EXPIRING_DAYS,
  type CallListKey,
  isCallList,
  permission,
  resources,
} from '@innkeeper/contract';
import type { CallListRow } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import ListChecks from 'lucide-react/icons/list-checks';
import Search from 'lucide-react/icons/search';
import { useLabel } from '../../i18n/use-label.ts';
import { refreshResources } from '../../engine/data/mutations.ts';
import { useTypedInput } from '../../engine/list/use-typed-input.ts';
import { hotelsQuery } from '../../session/reference-data.ts';
import { can } from '../../session/user.ts';
import { Page } from '../../ui/page.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SelectInput } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import { openLogCallDialog } from '../../domain/log-call-dialog.tsx';
import { NoMembersToCall, CallListDescription } from './call-list-texts.tsx';
import {
  CALL_FILTERS,
  QUIET_DAYS,
  type CallListQuery,
  countsQuery,
  callListQuery,
} from '../../domain/call-list-calls.ts';
import { CallFacts } from './call-facts.tsx';
import { CallListFiles, PrintedHeading, printedMembers } from './call-list-files.tsx';
import { CallListPager } from './call-list-pager.tsx';
import { CallListRows } from './call-list-rows.tsx';
import { canLogCall } from './can-log-call.ts';
import { CallListTabs } from './call-list-tabs.tsx';
import { useStore } from '../../ui/store.ts';
import { holdKeys } from '../../ui/typed-ahead.ts';

/** The list shown at `/company/work-list` itself. */
const DEFAULT_LIST: CallListKey = 'renewal';
const [SOON_DAYS] = EXPIRING_DAYS;

/** Lists of members to call, with the outcomes of the calls. */
export function CallListPage() {
  const { t } = useLingui();
  const { key = DEFAULT_LIST }: { key?: string } = useParams({ strict: false });
  const list = isCallList(key) ? key : DEFAULT_LIST;
  const [listQuery, changeQuery] = useCallListQuery();
  const name = resources.member_call.fields.work_list.choices.find(({ value }) => value === list)?.label;
  const label = useLabel();
  // Names the list in the breadcrumb and window title; the page heading covers all lists.
  usePageTitle(name ? label(name) : '');
  const counts = useQuery(countsQuery(listQuery.hotelId));
  return (
    <Page title={t`Call lists`} boxed actions={<CallListFiles list={list} listQuery={withDays(list, listQuery)} />}>
      <CallListTabs list={list} counts={counts.data} hotelId={listQuery.hotelId} />
      <PrintedHeading list={list} listQuery={listQuery} />
      <Toolbar key={list} list={list} listQuery={listQuery} onQueryChange={changeQuery} />
      <CallListContent list={list} listQuery={listQuery} onQueryChange={changeQuery} />
    </Page>
  );
}

type ChangeQuery = (changes: Partial<CallListQuery>) => void;

/** The query, stored in the address. Changing it returns to the first page. */
function useCallListQuery(): [CallListQuery, ChangeQuery] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const toPositiveInteger = (value: unknown): number | null =>
    Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null;
  const listQuery: CallListQuery = {
    hotelId: toPositiveInteger(search['hotel_id']),
    days: EXPIRING_DAYS.find((days) => days === search['days']) ?? null,
    calls: CALL_FILTERS.find((calls) => calls === search['calls']) ?? 'open',
    search:
      typeof search['search'] === 'string' || typeof search['search'] === 'number' ? String(search['search']) : '',
    sort: CALL_LIST_SORTS.find((sort) => sort === search['sort']) ?? 'urgency',
    isMine: search['owner'] === 'me',
    page: toPositiveInteger(search['page']) ?? 1,
  };
  const changeQuery: ChangeQuery = (changes) => {
    const nextQuery = { ...listQuery, page: 1, ...changes };
    void navigate({
      to: '.',
      replace: true,
      search: {
        ...(nextQuery.hotelId !== null && { hotel_id: nextQuery.hotelId }),
        ...(nextQuery.days !== null && nextQuery.days !== SOON_DAYS && { days: nextQuery.days }),
        ...(nextQuery.calls !== 'open' && { calls: nextQuery.calls }),
        ...(nextQuery.search !== '' && { search: nextQuery.search }),
        ...(nextQuery.sort !== 'urgency' && { sort: nextQuery.sort }),
        ...(nextQuery.isMine && { owner: 'me' }),
        ...(nextQuery.page > 1 && { page: nextQuery.page }),
      },
    });
  };
  return [listQuery, changeQuery];
}

/** The query with the number of days ahead, which only `expiring` has. */
const withDays = (list: CallListKey, listQuery: CallListQuery): CallListQuery => ({
  ...listQuery,
  days: list === 'expiring' ? (listQuery.days ?? SOON_DAYS) : null,
});

interface ListProps {
  readonly list: CallListKey;
  readonly listQuery: CallListQuery;
  readonly onQueryChange: ChangeQuery;
}

function Toolbar({ list, listQuery, onQueryChange }: ListProps) {
  const { t } = useLingui();
  const label = useLabel();
  const searchInput = useTypedInput(listQuery.search, (search) => onQueryChange({ search: search.trim() }));
  const { data: hotels = [] } = useQuery(hotelsQuery);
  const startQueue = async () => {
    const { openCallQueue } = await holdKeys(import('./call-queue-dialog.tsx'));
    await openCallQueue(list, withDays(list, listQuery));
  };
  return (
    <div className="mb-3 flex flex-col gap-2 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <CallListDescription list={list} />
        {canLogCall() && (
          <Button
            variant="primary"
            className="max-sm:w-full"
            icon={<ListChecks size={16} />}
            onClick={() => void startQueue()}
          >
            <Trans>Start calling</Trans>
          </Button>
        )}
      </div>
      <div role="search" className="flex flex-wrap items-center gap-2">
        <span className="relative min-w-44 flex-1 sm:max-w-72">
          <Search size={16} className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-faint" />
          <TextInput
            type="search"
            aria-label={t`Search this list`}
            placeholder={t`Search`}
            autoComplete="off"
            spellCheck={false}
            className="pl-8.5!"
            value={searchInput.value}
            onValueChange={searchInput.set}
            onKeyDown={(event) => event.key === 'Enter' && searchInput.flush()}
          />
        </span>
        {hotels.length > 1 && (
          <SelectInput
            aria-label={label(resources.member.fields.hotel_id.label)}
            className="w-auto! min-w-44 max-sm:flex-1"
            value={listQuery.hotelId === null ? null : String(listQuery.hotelId)}
            onValueChange={(id) => onQueryChange({ hotelId: id === null ? null : Number(id) })}
            emptyLabel={t`All hotels`}
            placeholder={t`All hotels`}
            options={hotels.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <SelectInput
          aria-label={t`Sort by`}
          className="w-auto! min-w-44 max-sm:flex-1"
          value={listQuery.sort}
          onValueChange={(sort) =>
            onQueryChange({ sort: CALL_LIST_SORTS.find((option) => option === sort) ?? 'urgency' })
          }
          options={[
            { value: 'urgency', label: t`Most urgent first` },
            { value: 'price', label: t`Highest renewal price first` },
            ...(can(permission('VIEW', resources.member_voucher.permission))
              ? [{ value: 'vouchers', label: t`Most valuable vouchers first` }]
              : []),
          ]}
        />
        <Button
          aria-pressed={listQuery.isMine}
          className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
          onClick={() => onQueryChange({ isMine: !listQuery.isMine })}
        >
          <Trans>My calls</Trans>
        </Button>
        {list === 'expiring' && (
          <span className="max-sm:w-full sm:min-w-60">
            <Segmented
              label={t`Days ahead`}
              value={String(listQuery.days ?? SOON_DAYS)}
              onValueChange={(days) =>
                onQueryChange({ days: EXPIRING_DAYS.find((option) => String(option) === days) ?? null })
              }
              options={EXPIRING_DAYS.map((days) => ({ value: String(days), label: t`${days} days` }))}
            />
          </span>
        )}
        <span className="max-sm:w-full sm:min-w-96">
          <Segmented
            label={t`Members`}
            value={listQuery.calls}
            onValueChange={(calls) => onQueryChange({ calls })}
            options={[
              { value: 'open', label: t`To call` },
              { value: 'quiet', label: t`No call in ${QUIET_DAYS} days` },
              { value: 'all', label: t`All` },
            ]}
          />
        </span>
      </div>
    </div>
  );
}

function CallListContent({ list, listQuery, onQueryChange }: ListProps) {
  const client = useQueryClient();
  const { data, error, refetch, isPlaceholderData } = useQuery(callListQuery(list, withDays(list, listQuery)));
  const printedRows = useStore(printedMembers);
  const logCall = async (row: CallListRow) => {
    const facts = <CallFacts list={list} row={row} />;
    if (await openLogCallDialog(list, row, facts)) await refreshResources(client);
  };
  if (!data && error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton />;
  if (data.data.length === 0)
    return (
      <NoMembersToCall
        list={list}
        isFiltered={listQuery.search !== '' || listQuery.page > 1 || listQuery.isMine}
        onShowAll={listQuery.calls === 'all' ? undefined : () => onQueryChange({ calls: 'all' })}
      />
    );
  return (
    <>
      <div className="wide-sheet">
        <CallListRows
          list={list}
          rows={printedRows ?? data.data}
          isStale={isPlaceholderData}
          onLogCall={(row) => void logCall(row)}
        />
      </div>
      <CallListPager meta={data.meta} rowCount={data.data.length} onPageChange={(page) => onQueryChange({ page })} />
    </>
  );
}

function RowsSkeleton() {
  return (
    <div className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex items-center gap-4 px-4 py-3">
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="h-9 flex-1" />
          <Skeleton className="h-9 w-40 max-sm:hidden" />
        </div>
      ))}
      <span className="sr-only">
        <Trans>Loading...</Trans>
      </span>
    </div>
  );
}
