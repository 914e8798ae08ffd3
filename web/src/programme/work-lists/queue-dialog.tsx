import type { WorkListKey } from '@innkeeper/contract';
import type { WorkListMeta, WorkListRow } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import Phone from 'lucide-react/icons/phone';
import { useRef, useState } from 'react';
import { dialled } from '../../format/phone.ts';
import { formatNumber } from '../../format/number.ts';
import { refreshResources } from '../../engine/data/mutations.ts';
import { queryClient } from '../../session/query-client.ts';
import { useArrivalFocus } from '../../ui/arrival-focus.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CallDialog } from '../people/call-dialog.tsx';
import { DueWords } from '../people/due-words.tsx';
import { WhatsAppLink } from '../../ui/whats-app-link.tsx';
import { LastCall } from './last-call.tsx';
import { type WorkListQuestion, workListQuery } from '../people/work-list-calls.ts';
import { DigitGroups } from '../../ui/digit-groups.tsx';

type Question = Omit<WorkListQuestion, 'page'>;

/** Works a list off from its top: one member after the other, each with the known facts and the call to note. */
export async function workThrough(list: WorkListKey, question: Question): Promise<void> {
  await openDialog((close) => <Queue list={list} question={question} close={() => close()} />, { width: '36rem' });
  await refreshResources(queryClient);
}

/** A step along the list. */
interface Step {
  /** Members who did not come up before; none at the end of the list. */
  readonly rows: readonly WorkListRow[];
  readonly meta: WorkListMeta;
}

/**
 * Reads on. By the question, a called member leaves the list or stays: so it is read from its top for members who did not come up
 * yet. A member who left it meanwhile, because another user called, does not come up.
 */
async function readOn(list: WorkListKey, question: Question, known: ReadonlySet<number>): Promise<Step> {
  for (let page = 1; ; page += 1) {
    const asked = workListQuery(list, { ...question, page });
    const { data, meta } = await queryClient.fetchQuery({ ...asked, staleTime: 0 });
    const rows = data.filter(({ member }) => !known.has(member.id));
    if (rows.length > 0 || page * meta.per_page >= meta.total) return { rows, meta };
  }
}

const idsIn = (steps: readonly Step[]): ReadonlySet<number> =>
  new Set(steps.flatMap(({ rows }) => rows.map(({ member }) => member.id)));

function Queue({ list, question, close }: { list: WorkListKey; question: Question; close: () => void }) {
  const { t } = useLingui();
  const [at, setAt] = useState(0);
  const [noted, setNoted] = useState<ReadonlySet<number>>(new Set());
  const { data, error, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['work through', list, question],
    queryFn: ({ pageParam: known }) => readOn(list, question, known),
    initialPageParam: idsIn([]),
    getNextPageParam: ({ rows }, steps) => (rows.length === 0 ? null : idsIn(steps)),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const steps = data?.pages ?? [];
  const rows = steps.flatMap((step) => step.rows);
  const goOn = () => {
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
          setNoted(new Set([...noted, row.member.id]));
          goOn();
        }}
        queue={{
          place: meta?.is_more ? t`${place} of more than ${total}` : t`${place} of ${total}`,
          facts: <Facts list={list} row={row} isNoted={noted.has(row.member.id)} />,
          onBack: at > 0 ? () => setAt(at - 1) : undefined,
          onSkip: goOn,
        }}
      />
    );
  if (error && !isFetching)
    return (
      <DialogFrame title={t`Work through the list`}>
        <ErrorState message={error.message} onRetry={() => void (data ? fetchNextPage() : refetch())} />
      </DialogFrame>
    );
  if (isFetching)
    return (
      <DialogFrame title={t`Work through the list`}>
        <Skeleton className="h-40 w-full" />
        <span className="sr-only">
          <Trans>Loading...</Trans>
        </span>
      </DialogFrame>
    );
  return <Through noted={noted.size} skipped={rows.length - noted.size} close={close} />;
}

function Through({ noted, skipped, close }: { noted: number; skipped: number; close: () => void }) {
  const { t } = useLingui();
  const end = useRef<HTMLButtonElement>(null);
  useArrivalFocus(end);
  return (
    <DialogFrame
      title={t`You are through`}
      footer={
        <Button ref={end} variant="primary" onClick={close}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <p role="status">
        <Plural value={noted} one="# call was noted." other="# calls were noted." />{' '}
        {skipped > 0 && (
          <Plural
            value={skipped}
            one="# member was skipped and stays on the list."
            other="# members were skipped and stay on the list."
          />
        )}
      </p>
    </DialogFrame>
  );
}

/** The member to call and the reason, and the outcome of the last call. */
function Facts({ list, row, isNoted }: { list: WorkListKey; row: WorkListRow; isNoted: boolean }) {
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
      {isNoted ? (
        <p className="text-sm font-medium text-success-text">
          <Trans>You noted a call just now.</Trans>
        </p>
      ) : (
        <LastCall call={row.last_call} />
      )}
      <div className="flex flex-wrap gap-2">
        <a href={`tel:${dialled(phone_no)}`} aria-label={t`Call ${name}, ${phone_no}`} className={buttonClass()}>
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
