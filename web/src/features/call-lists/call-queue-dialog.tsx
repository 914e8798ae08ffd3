import type { CallListKey } from '@innkeeper/contract';
import type { CallListMeta, CallListRow } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { refreshResources } from '../../engine/data/mutations.ts';
import { queryClient } from '../../session/query-client.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ResultDialog } from '../../ui/result-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LogCallDialog } from '../../domain/log-call-dialog.tsx';
import { CallFacts } from './call-facts.tsx';
import { type CallListQuery, callListQuery } from '../../domain/call-list-calls.ts';

type QueueQuery = Omit<CallListQuery, 'page'>;

/** Works through a list from its top, one member at a time, with the known facts and the form to log the call. */
export async function openCallQueue(list: CallListKey, listQuery: QueueQuery): Promise<void> {
  await openDialog((onClose) => <CallQueue list={list} listQuery={listQuery} onClose={() => onClose()} />, {
    width: '36rem',
  });
  await refreshResources(queryClient);
}

/** Members loaded together. */
interface QueuePage {
  /** Members not shown before; empty at the end of the list. */
  readonly rows: readonly CallListRow[];
  readonly meta: CallListMeta;
}

/**
 * Loads more members. Whether a called member leaves the list depends on the query, so it reads from the top and skips
 * members already shown. A member whom another user called meanwhile is no longer on the list.
 */
async function fetchQueuePage(
  list: CallListKey,
  listQuery: QueueQuery,
  seenIds: ReadonlySet<number>,
): Promise<QueuePage> {
  for (let page = 1; ; page += 1) {
    const pageQuery = callListQuery(list, { ...listQuery, page });
    const { data, meta } = await queryClient.fetchQuery({ ...pageQuery, staleTime: 0 });
    const rows = data.filter(({ member }) => !seenIds.has(member.id));
    if (rows.length > 0 || page * meta.per_page >= meta.total) return { rows, meta };
  }
}

const collectIds = (pages: readonly QueuePage[]): ReadonlySet<number> =>
  new Set(pages.flatMap(({ rows }) => rows.map(({ member }) => member.id)));

function CallQueue({ list, listQuery, onClose }: { list: CallListKey; listQuery: QueueQuery; onClose: () => void }) {
  const { t } = useLingui();
  const [index, setIndex] = useState(0);
  const [loggedIds, setLoggedIds] = useState<ReadonlySet<number>>(new Set());
  const { data, error, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['call-queue', list, listQuery],
    queryFn: ({ pageParam: seenIds }) => fetchQueuePage(list, listQuery, seenIds),
    initialPageParam: collectIds([]),
    getNextPageParam: ({ rows }, pages) => (rows.length === 0 ? null : collectIds(pages)),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const pages = data?.pages ?? [];
  const rows = pages.flatMap((page) => page.rows);
  const showNext = () => {
    setIndex(index + 1);
    if (index + 1 >= rows.length) void fetchNextPage();
  };
  const row = rows[index];
  const meta = pages[0]?.meta;
  const [total, position] = [formatNumber(Math.max(meta?.total ?? 0, rows.length)), formatNumber(index + 1)];
  if (row)
    return (
      <LogCallDialog
        key={row.member.id}
        list={list}
        row={row}
        facts={<CallFacts list={list} row={row} isLogged={loggedIds.has(row.member.id)} />}
        onClose={(isSaved) => {
          if (!isSaved) return onClose();
          setLoggedIds(new Set([...loggedIds, row.member.id]));
          showNext();
        }}
        queue={{
          position: meta?.is_more ? t`${position} of more than ${total}` : t`${position} of ${total}`,
          onBack: index > 0 ? () => setIndex(index - 1) : undefined,
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
  return <QueueDone loggedCount={loggedIds.size} skippedCount={rows.length - loggedIds.size} onClose={onClose} />;
}

function QueueDone({
  loggedCount,
  skippedCount,
  onClose,
}: {
  loggedCount: number;
  skippedCount: number;
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <ResultDialog title={t`List completed`} onClose={onClose}>
      <p role="status">
        <Plural value={loggedCount} one="# call logged." other="# calls logged." />{' '}
        {skippedCount > 0 && (
          <Plural
            value={skippedCount}
            one="# member skipped and still on the list."
            other="# members skipped and still on the list."
          />
        )}
      </p>
    </ResultDialog>
  );
}
