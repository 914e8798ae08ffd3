import { APPROVALS, rejectBody } from '@innkeeper/contract';
import type { Approval } from '@innkeeper/contract/calls';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Stamp from 'lucide-react/icons/stamp';
import { useIdempotentSend } from '../../engine/data/idempotent-send.ts';
import { promptReason, reasonInputOf } from '../../engine/list/reason-dialog.tsx';
import { formatDate, formatDateTime } from '../../format/date.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { requestData, sendRequest } from '../../session/request.ts';
import { Money } from '../../session/money.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { Page } from '../../ui/page.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { queryKeys } from '../../engine/data/query-keys.ts';

const STATES: Readonly<Record<Approval['state'], { readonly tone: Tone; readonly label: MessageDescriptor }>> = {
  waiting: { tone: 'info', label: msg`Waiting` },
  approved: { tone: 'success', label: msg`Approved` },
  rejected: { tone: 'danger', label: msg`Rejected` },
  withdrawn: { tone: 'neutral', label: msg`Withdrawn` },
  failed: { tone: 'warning', label: msg`Approved, failed` },
  expired: { tone: 'neutral', label: msg`Expired` },
};

/**
 * Actions that exceed a limit: those waiting for the user's decision, and the user's own requests with their results.
 */
export function ApprovalPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const state = search['state'] === 'all' ? 'all' : 'waiting';
  const page = Number.isSafeInteger(search['page']) ? Math.max(Number(search['page']), 1) : 1;
  const changeSearch = (changes: { state?: string; page?: number }) =>
    void navigate({ to: '.', replace: true, search: { ...(state === 'all' && { state }), ...changes } });
  const { data, error, refetch } = useQuery(approvalsQuery(state, page));
  const lastPage = data ? Math.max(Math.ceil(data.meta.total / data.meta.per_page), 1) : 1;
  return (
    <Page title={t`Approvals`} boxed>
      <div className="mb-3 max-w-80">
        <Segmented
          label={t`Approvals`}
          value={state}
          onValueChange={(value) =>
            void navigate({ to: '.', replace: true, search: value === 'all' ? { state: value } : {} })
          }
          options={[
            { value: 'waiting', label: t`Waiting` },
            { value: 'all', label: t`All` },
          ]}
        />
      </div>
      {error && !data ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <div>
          <Skeleton className="h-40 w-full" />
          <span className="sr-only">
            <Trans>Loading...</Trans>
          </span>
        </div>
      ) : data.data.length === 0 ? (
        <EmptyState icon={<Stamp size={20} />} title={t`No approvals waiting`}>
          <Trans>Requests above a limit, such as large discounts, wait here for approval.</Trans>
        </EmptyState>
      ) : (
        <ul aria-label={t`Approvals`} className="flex flex-col gap-3">
          {data.data.map((approval) => (
            <ApprovalItem key={approval.id} approval={approval} />
          ))}
        </ul>
      )}
      {lastPage > 1 && (
        <div className="mt-3 flex justify-end gap-2">
          <Button disabled={page <= 1} onClick={() => changeSearch({ page: page - 1 })}>
            <Trans>Newer</Trans>
          </Button>
          <Button disabled={page >= lastPage} onClick={() => changeSearch({ page: page + 1 })}>
            <Trans>Older</Trans>
          </Button>
        </div>
      )}
    </Page>
  );
}

function ApprovalItem({ approval }: { approval: Approval }) {
  const { t } = useLingui();
  const label = useLabel();
  const { kind, state, requested_by, requested_at, reason, decided_by, decided_at, decision, failure, expires_at } =
    approval;
  const { tone, label: stateLabel } = STATES[state];
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-border bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold">{label(APPROVALS[kind].label)}</h2>
        <Badge tone={tone}>{t(stateLabel)}</Badge>
        <span className="text-sm text-muted sm:ml-auto">
          {requested_by && (
            <>
              <PersonName person={requested_by} /> ·{' '}
            </>
          )}
          {formatDateTime(requested_at)}
        </span>
      </div>
      <ApprovalFacts approval={approval} />
      {reason !== '' && <p className="rounded-md bg-sunken px-3 py-2 whitespace-pre-line">{reason}</p>}
      {state === 'waiting' ? (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-muted">
            <Trans>Decide by {formatDateTime(expires_at)}</Trans>
          </span>
          <DecisionButtons approval={approval} />
        </div>
      ) : (
        decided_by && (
          <p className="text-sm text-muted">
            <PersonName person={decided_by} /> · {formatDateTime(decided_at)}
            {[decision, failure].map(
              (text) =>
                text !== null && (
                  <span key={text} className="block text-text">
                    {text}
                  </span>
                ),
            )}
          </p>
        )
      )}
    </li>
  );
}

/** The facts of the action, at the prices of its request. */
function ApprovalFacts({ approval: { facts } }: { approval: Approval }) {
  const { t } = useLingui();
  const toLines = (name: string, value: string | null) => (value === null ? [] : [[name, value] as const]);
  const summaryLines = [
    ...toLines(t`Member`, facts.member),
    ...toLines(t`Membership`, facts.membership),
    ...toLines(t`Voucher`, facts.voucher ?? null),
    ...toLines(t`Visits`, facts.visits ?? null),
    ...toLines(t`Valid until`, facts.until ? formatDate(facts.until) : null),
    ...toLines(t`Hotel`, facts.hotel),
    ...toLines(t`Country`, facts.country),
    ...toLines(t`Month`, facts.month),
  ];
  const amountLines = facts.refunded
    ? [
        ...toLines(t`Paid`, facts.sub_total),
        ...toLines(t`To refund`, facts.grand_total?.replace('-', '') ?? null),
        ...toLines(t`Including earlier refunds`, facts.refunded),
      ]
    : [
        ...toLines(t`Price`, facts.sub_total),
        ...toLines(t`Discount`, facts.discount),
        ...toLines(t`To pay`, facts.grand_total),
      ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 @xl:flex @xl:flex-wrap @xl:gap-x-8">
      {summaryLines.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {amountLines.map(([name, amount]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd>
            <Money amount={amount} currency={facts.currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function DecisionButtons({ approval: { id, kind, may_decide, is_own } }: { approval: Approval }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { isSending, send } = useIdempotentSend([]);
  const withIdempotencyKey = (key: string) => ({ idempotencyKey: key });
  const approve = async () => {
    if (
      !(await confirm({
        title: t`Approve this?`,
        message:
          kind === 'upgrade'
            ? t`The member gets a card and vouchers of the higher membership immediately.`
            : t`Takes effect immediately on behalf of the requester.`,
        confirmLabel: t`Approve`,
      }))
    )
      return;
    await send({ id, approve: true }, async (_, key) => {
      const data = await requestData(
        'POST /api/approval/{id}/approve',
        { path: { id }, body: {} },
        withIdempotencyKey(key),
      );
      showMessage(
        data.failure === null
          ? { variant: 'success', message: t`Approved.` }
          : { variant: 'warning', message: data.failure },
      );
      await client.invalidateQueries();
    });
  };
  const reject = async () => {
    const decision = await promptReason({
      title: t`Reject this?`,
      message: t`The requester will see your reason.`,
      ...reasonInputOf(rejectBody.fields.decision),
      confirmLabel: t`Reject`,
    });
    if (decision === undefined) return;
    await send({ id, decision }, async (body, key) => {
      await sendRequest(
        'POST /api/approval/{id}/reject',
        { path: { id }, body: { decision: body.decision } },
        withIdempotencyKey(key),
      );
      await client.invalidateQueries();
    });
  };
  const withdraw = () =>
    send({ id, withdraw: true }, async (_, key) => {
      await sendRequest('POST /api/approval/{id}/withdraw', { path: { id }, body: {} }, withIdempotencyKey(key));
      await client.invalidateQueries();
    });
  return (
    <span className="flex flex-wrap gap-2 @xl:ml-auto @max-xl:w-full @max-xl:*:flex-1">
      {is_own && (
        <Button pending={isSending} onClick={() => void withdraw()}>
          <Trans>Withdraw</Trans>
        </Button>
      )}
      {may_decide && (
        <>
          <Button pending={isSending} onClick={() => void reject()}>
            <Trans>Reject</Trans>
          </Button>
          <Button variant="primary" pending={isSending} onClick={() => void approve()}>
            <Trans>Approve</Trans>
          </Button>
        </>
      )}
    </span>
  );
}

/** Approval requests: the undecided ones, or all. */
const approvalsQuery = (state: 'waiting' | 'all', page: number) =>
  queryOptions({
    queryKey: [...queryKeys.all, 'approval', state, page],
    queryFn: ({ signal }) => sendRequest('GET /api/approval', { query: { state, page } }, { signal }),
    placeholderData: keepPreviousData,
  });
