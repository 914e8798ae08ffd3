import { resources, permission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '../../../format/date.ts';
import { useLanguage } from '../../../i18n/use-label.ts';
import { recordPath } from '../../../resource/form/record-path.ts';
import type { RecordPartProps } from '../../../resource/form/record-screen.tsx';
import { can } from '../../../session/user.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { CardSection } from './card-section.tsx';
import { ThumbActions } from './member-actions.tsx';
import { overviewQuery, standingQuery } from './overview-calls.ts';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { ProgressSection } from './progress-section.tsx';
import { Section } from './section.tsx';
import { SpendSection } from './spend-section.tsx';
import { DeliveryState } from './timeline-entry.tsx';
import { Timeline } from './timeline.tsx';
import { VoucherSection } from './voucher-section.tsx';

/** Mails that are told beside the timeline. */
const MAILS = 3;

/** The member at a glance: card and standing, vouchers, what was spent, and what happened. */
export function OverviewPanel({ record }: RecordPartProps) {
  return (
    <>
      <Overview record={record} />
      <ThumbActions record={record} />
    </>
  );
}

function Overview({ record }: Pick<RecordPartProps, 'record'>) {
  const { t } = useLingui();
  const language = useLanguage();
  const standing = useQuery(standingQuery(record.id, language));
  const overview = useQuery(overviewQuery(record.id, language));
  const failed = [standing, overview].find(({ error, data }) => error !== null && !data);
  if (failed?.error) return <ErrorState message={failed.error.message} onRetry={() => void failed.refetch()} />;
  if (!standing.data || !overview.data) return <OverviewSkeleton />;
  const { spend, redeemed, timeline } = overview.data;
  const mails = timeline.filter(({ kind }) => kind === 'mailed').slice(0, MAILS);
  return (
    <div className="grid items-start gap-4 pb-4 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <Section title={t`Standing`}>
          <div className="flex flex-wrap gap-x-6 gap-y-4">
            <CardSection standing={standing.data} />
            <ProgressSection standing={standing.data} />
          </div>
        </Section>
        <VoucherSection standing={standing.data} redeemed={redeemed} isDeleted={record.deleted_at !== null} />
      </div>
      <div className="flex min-w-0 flex-col gap-4 @4xl:col-start-2 @4xl:row-span-2 @4xl:row-start-1">
        {spend && <SpendSection spend={spend} />}
        {can(permission('VIEW', resources.mail_log.permission)) && (
          <Section title={t`Last mails`}>
            {mails.length === 0 && (
              <p className="text-muted">
                <Trans>No mail went out yet.</Trans>
              </p>
            )}
            <ul className="divide-y divide-border">
              {mails.map((mail) => (
                <li key={mail.id} className="py-1.5 first:pt-0 last:pb-0">
                  <p className="flex items-start justify-between gap-2">
                    <Link to={recordPath(resources.mail_log, mail.id)} className="min-w-0 font-medium hover:underline">
                      {mail.name}
                    </Link>
                    <DeliveryState entry={mail} />
                  </p>
                  <p className="text-sm text-muted tabular">{formatDateTime(mail.at)}</p>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
      <div className="min-w-0">
        <Timeline entries={timeline} />
      </div>
    </div>
  );
}
