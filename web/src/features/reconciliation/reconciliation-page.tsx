import { LOG_HEAD, message, formatMessage } from '@innkeeper/contract';
import type { ReconciliationRun } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Scale from 'lucide-react/icons/scale';
import { type SubmitEvent, useId, useState } from 'react';
import { currentLanguage } from '../../i18n/language.ts';
import { ApiError } from '../../session/api-error.ts';
import { requestData } from '../../session/request.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ArchivedMonths } from './archived-months.tsx';
import { ReconciliationReport } from './reconciliation-report.tsx';

/** Interval in milliseconds between checks whether a reconciliation has finished. */
const POLL_INTERVAL_MS = 2_000;

const isInProgress = (run: ReconciliationRun | null | undefined): boolean => run?.ended_at === null;

const lastRunQuery = queryOptions({
  queryKey: ['audit', 'last-run'],
  queryFn: ({ signal }) => requestData('GET /api/audit/run', {}, { signal }),
  refetchInterval: ({ state }) => (isInProgress(state.data) ? POLL_INTERVAL_MS : false),
  // Another user may have started a run.
  staleTime: 0,
  retry: false,
});

/** Starts a reconciliation and shows the records that do not agree. */
export function ReconciliationPage() {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data: run, error, refetch } = useQuery(lastRunQuery);
  const form = useId();
  const [head, setHead] = useState('');
  const [headError, setHeadError] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: (storedHead: string | null) =>
      requestData('POST /api/audit/run', { body: { head: storedHead } }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: (startedRun) => client.setQueryData(lastRunQuery.queryKey, startedRun),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const storedHead = head.trim();
    const isValidHead = storedHead === '' || LOG_HEAD.test(storedHead);
    setHeadError(isValidHead ? undefined : formatMessage(message('pattern'), currentLanguage()));
    if (isValidHead) mutate(storedHead || null);
  };
  const isForbidden = error instanceof ApiError && error.status === 403;
  const startButton = (
    <Button
      variant="primary"
      icon={<Scale size={16} />}
      type="submit"
      form={form}
      pending={isPending || isInProgress(run)}
    >
      <Trans>Run check</Trans>
    </Button>
  );
  const headForm = (
    <form id={form} noValidate onSubmit={submit} className="mb-5 max-w-3xl">
      <TextField
        label={t`Stored log head`}
        hint={t`Compares the audit log with a log head you printed or stored earlier.`}
        error={headError}
        value={head}
        autoComplete="off"
        spellCheck={false}
        onValueChange={setHead}
      />
    </form>
  );
  return (
    <Page title={t`Reconciliation`} boxed actions={run ? startButton : undefined}>
      {isForbidden ? (
        <EmptyState icon={<Scale size={20} />} title={t`Requires access to all hotels`}>
          <Trans>The check covers all hotels. Actions at your hotels are in the audit log.</Trans>
        </EmptyState>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : run === undefined ? (
        <>
          <Skeleton className="h-64 w-full" />
          <span className="sr-only">
            <Trans>Loading...</Trans>
          </span>
        </>
      ) : run === null ? (
        <>
          {headForm}
          <EmptyState icon={<Scale size={20} />} title={t`No check has been run yet`} action={startButton}>
            <Trans>
              Recalculates money, cards, vouchers, visits and closed months, and lists every difference. Takes seconds
              to a few minutes.
            </Trans>
          </EmptyState>
        </>
      ) : (
        <>
          {headForm}
          <ReconciliationReport run={run} />
        </>
      )}
      {run !== undefined && !error && <ArchivedMonths />}
    </Page>
  );
}
