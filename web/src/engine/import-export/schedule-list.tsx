import type { ReportKey, ScheduleEvery } from '@innkeeper/contract';
import type { ReportSchedule } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import { formatDateTime } from '../../format/date.ts';
import { sendRequest } from '../../session/request.ts';
import { queryClient } from '../../session/query-client.ts';
import { IconButton } from '../../ui/icon-button.tsx';

export const schedulesQuery = queryOptions({
  queryKey: ['report_schedule'],
  queryFn: async ({ signal }) => (await sendRequest('GET /api/report_schedule', {}, { signal })).data,
});

/** Labels of the intervals. */
export const intervalLabels = (): Record<ScheduleEvery, string> => ({
  day: t`Every day`,
  week: t`On Mondays`,
  month: t`On the first of each month`,
  quarter: t`On the first of each quarter`,
});

/** The user's schedules of a report, with the results of their last runs. */
export function ScheduleList({ report }: { report: ReportKey }) {
  const { data = [], isError } = useQuery(schedulesQuery);
  const own = data.filter((schedule) => schedule.report === report);
  if (isError)
    return (
      <p className="mt-6 text-sm text-muted">
        <Trans>Couldn’t load schedules.</Trans>
      </p>
    );
  if (own.length === 0) return null;
  return (
    <section className="mt-6">
      <h3 className="mb-2 border-b border-border pb-1 text-sm font-medium text-muted">
        <Trans>Scheduled</Trans>
      </h3>
      <ul className="flex flex-col gap-3">
        {own.map((schedule) => (
          <Line key={schedule.id} schedule={schedule} />
        ))}
      </ul>
    </section>
  );
}

function Line({ schedule }: { schedule: ReportSchedule }) {
  const { t } = useLingui();
  const { id, every, at, format, hotel, readers, next_at, stopped_reason, deliveries } = schedule;
  const intervalText = intervalLabels()[every];
  const kind = format.toUpperCase();
  const [last] = deliveries;
  const failed = deliveries.find((one) => one.due_at === last?.due_at && one.state === 'failed');
  const when = formatDateTime(next_at);
  const before = formatDateTime(last?.due_at);
  const remove = async () => {
    await sendRequest('DELETE /api/report_schedule/{id}', { path: { id } });
    await queryClient.invalidateQueries({ queryKey: schedulesQuery.queryKey });
  };
  return (
    <li className="flex items-start gap-2">
      <div className="min-w-0 flex-1 text-sm">
        <p className="text-base">
          {intervalText}, {at} ({hotel.name}), {kind}
        </p>
        <p className="text-muted">{readers.map(({ email }) => email).join(', ')}</p>
        <p className="text-muted">{stopped_reason ?? t`Next: ${when}`}</p>
        {last && (
          <p className={failed ? 'text-danger-text' : 'text-muted'}>
            {failed
              ? `${before}, ${failed.reader.name}: ${failed.reason ?? ''}`
              : last.state === 'sent'
                ? t`Last sent: ${before}`
                : t`In progress: ${before}`}
          </p>
        )}
      </div>
      <IconButton size="small" label={t`Delete schedule ${intervalText}, ${at}`} onClick={() => void remove()}>
        <Trash2 size={16} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
