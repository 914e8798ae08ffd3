import type { ReportKey, ScheduleInterval } from '@innkeeper/contract';
import type { ReportSchedule } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import { formatDateTime } from '../../format/date.ts';
import { requestData, sendRequest } from '../../session/request.ts';
import { queryClient } from '../../session/query-client.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { FORMAT_NAMES } from './format-names.ts';

export const schedulesQuery = queryOptions({
  queryKey: ['report_schedule'],
  queryFn: ({ signal }) => requestData('GET /api/report_schedule', {}, { signal }),
});

/** Labels of the intervals. */
export const intervalLabels = (): Record<ScheduleInterval, string> => ({
  day: t`Every day`,
  week: t`On Mondays`,
  month: t`On the first of each month`,
  quarter: t`On the first of each quarter`,
});

/** The user's schedules of a report, with the results of their last runs. */
export function ScheduleList({ report }: { report: ReportKey }) {
  const { data = [], isError } = useQuery(schedulesQuery);
  const schedules = data.filter((schedule) => schedule.report === report);
  if (isError)
    return (
      <p className="mt-6 text-sm text-muted">
        <Trans>Couldn’t load schedules.</Trans>
      </p>
    );
  if (schedules.length === 0) return null;
  return (
    <section className="mt-6">
      <h3 className="mb-2 border-b border-border pb-1 text-sm font-medium text-muted">
        <Trans>Scheduled</Trans>
      </h3>
      <ul className="flex flex-col gap-3">
        {schedules.map((schedule) => (
          <ScheduleItem key={schedule.id} schedule={schedule} />
        ))}
      </ul>
    </section>
  );
}

function ScheduleItem({ schedule }: { schedule: ReportSchedule }) {
  const { t } = useLingui();
  const { id, every, at, format, hotel, readers, next_at, stopped_reason, deliveries } = schedule;
  const intervalName = intervalLabels()[every];
  const formatName = FORMAT_NAMES[format];
  const [lastDelivery] = deliveries;
  const failedDelivery = deliveries.find(
    (delivery) => delivery.due_at === lastDelivery?.due_at && delivery.state === 'failed',
  );
  const nextRun = formatDateTime(next_at);
  const lastRun = formatDateTime(lastDelivery?.due_at);
  const remove = async () => {
    await sendRequest('DELETE /api/report_schedule/{id}', { path: { id } });
    await queryClient.invalidateQueries({ queryKey: schedulesQuery.queryKey });
  };
  return (
    <li className="flex items-start gap-2">
      <div className="min-w-0 flex-1 text-sm">
        <p className="text-base">
          {intervalName}, {at} ({hotel.name}), {formatName}
        </p>
        <p className="text-muted">{readers.map(({ email }) => email).join(', ')}</p>
        <p className="text-muted">{stopped_reason ?? t`Next: ${nextRun}`}</p>
        {lastDelivery && (
          <p className={failedDelivery ? 'text-danger-text' : 'text-muted'}>
            {failedDelivery
              ? `${lastRun}, ${failedDelivery.reader.name}: ${failedDelivery.reason ?? ''}`
              : lastDelivery.state === 'sent'
                ? t`Last sent: ${lastRun}`
                : t`In progress: ${lastRun}`}
          </p>
        )}
      </div>
      <IconButton size="small" label={t`Delete schedule ${intervalName}, ${at}`} onClick={() => void remove()}>
        <Trash2 size={16} />
      </IconButton>
    </li>
  );
}
