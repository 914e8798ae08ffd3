import type { CallListKey } from '@innkeeper/contract';
import type { CallListMeta, CallListRow } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import Phone from 'lucide-react/icons/phone';
import { useRef, useState } from 'react';
import { phoneDigits } from '../../format/phone.ts';
import { formatNumber } from '../../format/number.ts';
import { refreshResources } from '../../engine/data/mutations.ts';
import { queryClient } from '../../session/query-client.ts';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CallDialog } from '../people/call-dialog.tsx';
import { DueWords } from '../people/due-text.tsx';
import { WhatsAppLink } from '../../ui/whats-app-link.tsx';
import { LastCall } from './last-call.tsx';
import { type CallListQuery, callListQuery } from '../people/call-list-calls.ts';
import { DigitGroups } from '../../ui/digit-groups.tsx';

type QueueQuery = Omit<CallListQuery, 'page'>;

/** Works through a list from its top, one member at a time, with the known facts and the form to log the call. */
export async function openCallQueue(list: CallListKey, listQuery: QueueQuery): Promise<void> {
  await openDialog((close) => <Queue list={list} listQuery={listQuery} close={() => close()} />, { width: '36rem' });
  await refreshResources(queryClient);
}

/** One step through the list. */
interface Step {
  /** Members not shown before; empty at the end of the list. */
  readonly rows: readonly CallListRow[];
  readonly meta: CallListMeta;
}

/**
 * Loads more members. Whether a called member leaves the list depends on the query, so it reads from the top and skips
 * members already shown. A member whom another user called meanwhile is no longer on the list.
 */
async function fetchNextStep(list: CallListKey, listQuery: QueueQuery, known: ReadonlySet<number>): Promise<Step> {
  for (let page = 1; ; page += 1) {
    const requested = callListQuery(list, { ...listQuery, page });
    const { data, meta } = await queryClient.fetchQuery({ ...requested, staleTime: 0 });
    const rows = data.filter(({ member }) => !known.has(member.id));
    if (rows.length > 0 || page * meta.per_page >= meta.total) return { rows, meta };
  }
}

const idsIn = (steps: readonly Step[]): ReadonlySet<number> =>
  new Set(steps.flatMap(({ rows }) => rows.map(({ member }) => member.id)));

function Queue({ list, listQuery, close }: { list: CallListKey; listQuery: QueueQuery; close: () => void }) {
  const { t } = useLingui();
  const [at, setAt] = useState(0);
  const [logged, setLoggedIds] = useState<ReadonlySet<number>>(new Set());
  const { data, error, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['work through', list, listQuery],
    queryFn: ({ pageParam: known }) => fetchNextStep(list, listQuery, known),
    initialPageParam: idsIn([]),
    getNextPageParam: ({ rows }, steps) => (rows.length === 0 ? null : idsIn(steps)),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const steps = data?.pages ?? [];
  const rows = steps.flatMap((step) => step.rows);
  const showNext = () => {
    setAt(at + 1);
    if (at + 1 >= rows.length) void fetchNextPage();
  };
  const row = rows[at];
  const meta = steps[0]?.meta;
  const [total, place] = [formatNumber(Math.max(meta?.total ?? 0, rows.length)), formatNumber(at + 1)];
  if (row)
    return (
      <CallDialog
        key={row.member.id}
        list={list}
        row={row}
        close={(isSaved) => {
          if (!isSaved) return close();
          setLoggedIds(new Set([...logged, row.member.id]));
          showNext();
        }}
        queue={{
          place: meta?.is_more ? t`${place} of more than ${total}` : t`${place} of ${total}`,
          facts: <Facts list={list} row={row} isLogged={logged.has(row.member.id)} />,
          onBack: at > 0 ? () => setAt(at - 1) : undefined,
          onSkip: showNext,
        }}
      />
    );
  if (error && !isFetching)
    return (
      <DialogFrame title={t`Call through the list`}>
        <ErrorState message={error.message} onRetry={() => void (data ? fetchNextPage() : refetch())} />
      </DialogFrame>
    );
  if (isFetching)
    return (
      <DialogFrame title={t`Call through the list`}>
        <Skeleton className="h-40 w-full" />
        <span className="sr-only">
          <Trans>Loading...</Trans>
        </span>
      </DialogFrame>
    );
  return <QueueDone logged={logged.size} skipped={rows.length - logged.size} close={close} />;
}

function QueueDone({ logged, skipped, close }: { logged: number; skipped: number; close: () => void }) {
  const { t } = useLingui();
  const end = useRef<HTMLButtonElement>(null);
  useFocusOnMount(end);
  return (
    <DialogFrame
      title={t`List completed`}
      footer={
        <Button ref={end} variant="primary" onClick={close}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <p role="status">
        <Plural value={logged} one="# call logged." other="# calls logged." />{' '}
        {skipped > 0 && (
          <Plural
            value={skipped}
            one="# member skipped and still on the list."
            other="# members skipped and still on the list."
          />
        )}
      </p>
    </DialogFrame>
  );
}

/** The member to call, the reason, and the outcome of the last call. */
function Facts({ list, row, isLogged }: { list: CallListKey; row: CallListRow; isLogged: boolean }) {
  const { t } = useLingui();
  const { name, phone_no } = row.member;
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken px-3.5 py-3">
      <p className="text-sm text-muted tabular">
        {row.membership.name} · {row.hotel.name}
        {row.card && (
          <>
            {' · '}
            <DigitGroups number={row.card.sbec_no} />
          </>
        )}
      </p>
      <div className="flex flex-col">
        <DueWords list={list} row={row} />
      </div>
      {isLogged ? (
        <p className="text-sm font-medium text-success-text">
          <Trans>Call logged just now.</Trans>
        </p>
      ) : (
        <LastCall call={row.last_call} />
      )}
      <div className="flex flex-wrap gap-2">
        <a href={`tel:${phoneDigits(phone_no)}`} aria-label={t`Call ${name}, ${phone_no}`} className={buttonClass()}>
          <Phone size={16} aria-hidden="true" />
          <Trans>Call</Trans>
        </a>
        <WhatsAppLink phone={phone_no} name={name}>
          <Trans>WhatsApp</Trans>
        </WhatsAppLink>
      </div>
    </div>
  );
}
