import { LOG_HEAD, message, sentence } from '@innkeeper/contract';
import type { AuditRun } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Scale from 'lucide-react/icons/scale';
import { type SubmitEvent, useId, useState } from 'react';
import { currentLanguage } from '../../i18n/language.ts';
import { ApiError } from '../../session/api-error.ts';
import { ask } from '../../session/ask.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BooksResult } from './books-result.tsx';

/** How often it is asked whether an audit has ended. */
const PAUSE_MS = 2_000;

const isAtWork = (run: AuditRun | null | undefined): boolean => run?.ended_at === null;

const lastAudit = queryOptions({
  queryKey: ['audit', 'last'],
  queryFn: async ({ signal }) => (await ask('GET /api/audit/run', {}, { signal })).data,
  refetchInterval: ({ state }) => (isAtWork(state.data) ? PAUSE_MS : false),
  // Somebody else may have asked for one.
  staleTime: 0,
  retry: false,
});

/** Has the audit run, and shows the records that do not agree. */
export function BooksPage() {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data: run, error, refetch } = useQuery(lastAudit);
  const form = useId();
  const [head, setHead] = useState('');
  const [headError, setHeadError] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: async (kept: string | null) =>
      (
        await ask(
          'POST /api/audit/run',
          { body: { head: kept } },
          { headers: { 'Idempotency-Key': crypto.randomUUID() } },
        )
      ).data,
    onSuccess: (asked) => client.setQueryData(lastAudit.queryKey, asked),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const kept = head.trim();
    const isHead = kept === '' || LOG_HEAD.test(kept);
    setHeadError(isHead ? undefined : sentence(message('pattern'), currentLanguage()));
    if (isHead) mutate(kept || null);
  };
  const isRefused = error instanceof ApiError && error.status === 403;
  const start = (
    <Button
      variant="primary"
      icon={<Scale size={16} aria-hidden="true" />}
      type="submit"
      form={form}
      pending={isPending || isAtWork(run)}
    >
      <Trans>Add everything up</Trans>
    </Button>
  );
  const compared = (
    <form id={form} noValidate onSubmit={submit} className="mb-5 max-w-3xl">
      <TextField
        label={t`Log head kept outside`}
        hint={t`Compares the audit log with a head you printed or stored earlier.`}
        error={headError}
        value={head}
        autoComplete="off"
        spellCheck={false}
        onValueChange={setHead}
      />
    </form>
  );
  return (
    <Page title={t`Do the books agree?`} boxed actions={run ? start : undefined}>
      {isRefused ? (
        <EmptyState icon={<Scale size={20} />} title={t`This is for who sees every hotel`}>
          <Trans>
            Everything is added up over all hotels. What was done at yours stands in the list of what was done.
          </Trans>
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
          {compared}
          <EmptyState icon={<Scale size={20} />} title={t`Nothing was added up yet`} action={start}>
            <Trans>
              Money, cards, promises, vouchers, redemptions, visits, standings, figures, numbers, closed months,
              decisions, messages and the log are counted anew, and whatever differs is named. That takes a moment, or
              some minutes with many members.
            </Trans>
          </EmptyState>
        </>
      ) : (
        <>
          {compared}
          <BooksResult run={run} />
        </>
      )}
    </Page>
  );
}
