import { EXPIRING_DAYS, type WorkListKey, isWorkList, resources } from '@innkeeper/contract';
import type { WorkListRow } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import ListChecks from 'lucide-react/icons/list-checks';
import Search from 'lucide-react/icons/search';
import { useLabel } from '../../i18n/use-label.ts';
import { refreshResources } from '../../engine/data/mutations.ts';
import { useTyping } from '../../engine/list/use-typing.ts';
import { hotelsQuery } from '../../session/reference-data.ts';
import { Page } from '../../ui/page.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SelectInput } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import { askCall } from '../people/call-dialog.tsx';
import { NobodyToCall, WorkListReason } from './list-words.tsx';
import {
  CALL_FILTERS,
  QUIET_DAYS,
  type WorkListQuestion,
  countsQuery,
  workListQuery,
} from '../people/work-list-calls.ts';
import { WorkListPager } from './work-list-pager.tsx';
import { WorkListRows, mayNote } from './work-list-rows.tsx';
import { WorkListTabs } from './work-list-tabs.tsx';

/** The list at `/company/work-list` itself. */
const FIRST: WorkListKey = 'renewal';
const [SOON] = EXPIRING_DAYS;

/** Lists of members whom somebody should call, and the outcomes of the calls. */
export function WorkListPage() {
  const { t } = useLingui();
  const { key = FIRST }: { key?: string } = useParams({ strict: false });
  const list = isWorkList(key) ? key : FIRST;
  const [question, change] = useQuestion();
  const name = resources.member_call.fields.work_list.choices.find(({ value }) => value === list)?.label;
  const label = useLabel();
  // At the end of the breadcrumb and in the window's title; the heading names them all.
  usePageTitle(name ? label(name) : '');
  const counts = useQuery(countsQuery(question.hotelId));
  return (
    <Page title={t`Work lists`} boxed>
      <WorkListTabs list={list} counts={counts.data} hotelId={question.hotelId} />
      <Toolbar key={list} list={list} question={question} change={change} />
      <List list={list} question={question} change={change} />
    </Page>
  );
}

type Change = (changed: Partial<WorkListQuestion>) => void;

/** The question stands in the address; another question begins at its first page. */
function useQuestion(): [WorkListQuestion, Change] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const whole = (value: unknown): number | null =>
    Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null;
  const question: WorkListQuestion = {
    hotelId: whole(search['hotel_id']),
    days: EXPIRING_DAYS.find((days) => days === search['days']) ?? null,
    calls: CALL_FILTERS.find((calls) => calls === search['calls']) ?? 'open',
    search:
      typeof search['search'] === 'string' || typeof search['search'] === 'number' ? String(search['search']) : '',
    page: whole(search['page']) ?? 1,
  };
  const change: Change = (changed) => {
    const next = { ...question, page: 1, ...changed };
    void navigate({
      to: '.',
      replace: true,
      search: {
        ...(next.hotelId !== null && { hotel_id: next.hotelId }),
        ...(next.days !== null && next.days !== SOON && { days: next.days }),
        ...(next.calls !== 'open' && { calls: next.calls }),
        ...(next.search !== '' && { search: next.search }),
        ...(next.page > 1 && { page: next.page }),
      },
    });
  };
  return [question, change];
}

/** How many days ahead are asked for: by one list alone. */
const daysOf = (list: WorkListKey, { days }: WorkListQuestion): WorkListQuestion['days'] =>
  list === 'expiring' ? (days ?? SOON) : null;

interface ListProps {
  readonly list: WorkListKey;
  readonly question: WorkListQuestion;
  readonly change: Change;
}

function Toolbar({ list, question, change }: ListProps) {
  const { t } = useLingui();
  const label = useLabel();
  const typing = useTyping(question.search, (search) => change({ search: search.trim() }));
  const { data: hotels = [] } = useQuery(hotelsQuery);
  const begin = async () => {
    const { workThrough } = await import('./queue-dialog.tsx');
    await workThrough(list, { ...question, days: daysOf(list, question) });
  };
  return (
    <div className="mb-3 flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <WorkListReason list={list} />
        {mayNote() && (
          <Button
            variant="primary"
            className="max-sm:w-full"
            icon={<ListChecks size={16} aria-hidden="true" />}
            onClick={() => void begin()}
          >
            <Trans>Work through</Trans>
          </Button>
        )}
      </div>
      <div role="search" className="flex flex-wrap items-center gap-2">
        <span className="relative min-w-44 flex-1 sm:max-w-72">
          <Search
            size={16}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-faint"
          />
          <TextInput
            type="search"
            aria-label={t`Search this list`}
            placeholder={t`Search`}
            autoComplete="off"
            spellCheck={false}
            className="pl-8.5!"
            value={typing.value}
            onValueChange={typing.set}
            onKeyDown={(event) => event.key === 'Enter' && typing.flush()}
          />
        </span>
        {hotels.length > 1 && (
          <SelectInput
            aria-label={label(resources.member.fields.hotel_id.label)}
            className="w-auto! min-w-44 max-sm:flex-1"
            value={question.hotelId === null ? null : String(question.hotelId)}
            onValueChange={(id) => change({ hotelId: id === null ? null : Number(id) })}
            emptyLabel={t`All hotels`}
            placeholder={t`All hotels`}
            options={hotels.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        {list === 'expiring' && (
          <span className="max-sm:w-full sm:min-w-60">
            <Segmented
              label={t`Days ahead`}
              value={String(question.days ?? SOON)}
              onValueChange={(days) => change({ days: EXPIRING_DAYS.find((known) => String(known) === days) ?? null })}
              options={EXPIRING_DAYS.map((days) => ({ value: String(days), label: t`${days} days` }))}
            />
          </span>
        )}
        <span className="max-sm:w-full sm:ml-auto sm:min-w-96">
          <Segmented
            label={t`Which members`}
            value={question.calls}
            onValueChange={(calls) => change({ calls })}
            options={[
              { value: 'open', label: t`Still to call` },
              { value: 'quiet', label: t`No call for ${QUIET_DAYS} days` },
              { value: 'all', label: t`All` },
            ]}
          />
        </span>
      </div>
    </div>
  );
}

function List({ list, question, change }: ListProps) {
  const client = useQueryClient();
  const days = daysOf(list, question);
  const { data, error, refetch, isPlaceholderData } = useQuery(workListQuery(list, { ...question, days }));
  const call = async (row: WorkListRow) => {
    if (await askCall(list, row)) await refreshResources(client);
  };
  if (!data && error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton />;
  if (data.data.length === 0)
    return (
      <NobodyToCall
        list={list}
        isNarrowed={question.search !== '' || question.page > 1}
        onAll={question.calls === 'all' ? undefined : () => change({ calls: 'all' })}
      />
    );
  return (
    <>
      <WorkListRows list={list} rows={data.data} isLate={isPlaceholderData} onCall={(row) => void call(row)} />
      <WorkListPager meta={data.meta} rows={data.data.length} onPage={(page) => change({ page })} />
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
