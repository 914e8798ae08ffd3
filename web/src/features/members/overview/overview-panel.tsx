import { permission, resources } from '@innkeeper/contract';
import type { MemberOverview, Standing } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '../../../format/date.ts';
import { useLanguage } from '../../../i18n/use-label.ts';
import { recordPath } from '../../../engine/form/record-path.ts';
import type { RecordPartProps } from '../../../engine/form/extensions.ts';
import { can } from '../../../session/user.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { MemberFacts } from '../member-facts.tsx';
import { CardSection } from './card-section.tsx';
import { MobileActions } from './member-actions.tsx';
import { overviewQuery, standingQuery } from './overview-calls.ts';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { ProgressSection } from './progress-section.tsx';
import { Section } from './section.tsx';
import { SpendSection } from './spend-section.tsx';
import { DeliveryState } from './timeline-entry.tsx';
import { Timeline } from './timeline.tsx';
import { VoucherSection } from './voucher-section.tsx';

/** Number of mails listed beside the timeline. */
const MAX_MAILS = 3;

/**
 * Overview of a member: card and status, open vouchers and timeline, with facts and spend in a side column. With room
 * for three columns, the timeline is the middle one.
 */
export function OverviewPanel(props: RecordPartProps) {
  return (
    <>
      <div className="grid items-start gap-4 pb-4 @4xl:grid-cols-[minmax(0,1fr)_20rem] @min-[94rem]:grid-cols-[minmax(0,1fr)_26rem_20rem]">
        <Overview {...props} />
      </div>
      <MobileActions record={props.record} />
    </>
  );
}

const ASIDE_CLASS =
  'flex min-w-0 flex-col gap-4 @4xl:col-start-2 @4xl:row-span-2 @4xl:row-start-1 @min-[94rem]:col-start-3';

function Overview(props: RecordPartProps) {
  const { record } = props;
  const language = useLanguage();
  const standing = useQuery(standingQuery(record.id, language));
  const overview = useQuery(overviewQuery(record.id, language));
  const failedQuery = [standing, overview].find(({ error, data }) => error !== null && !data);
  const facts = <MemberFacts {...props} addressState={overview.data?.address_state ?? null} />;
  if (failedQuery?.error || !standing.data || !overview.data)
    return (
      <>
        {failedQuery?.error ? (
          <ErrorState message={failedQuery.error.message} onRetry={() => void failedQuery.refetch()} />
        ) : (
          <OverviewSkeleton />
        )}
        <div className={ASIDE_CLASS}>{facts}</div>
      </>
    );
  const { spend, redeemed, timeline } = overview.data;
  return (
    <>
      <div className="flex min-w-0 flex-col gap-4">
        <StandingSection standing={standing.data} />
        <VoucherSection standing={standing.data} redeemed={redeemed} isDeleted={record.deleted_at !== null} />
      </div>
      <div className={ASIDE_CLASS}>
        {facts}
        {spend && <SpendSection memberId={record.id} spend={spend} />}
        {can(permission('VIEW', resources.mail_log.permission)) && <RecentMails timeline={timeline} />}
      </div>
      <div className="min-w-0">
        <Timeline entries={timeline} />
      </div>
    </>
  );
}

function StandingSection({ standing }: { standing: Standing }) {
  const { t } = useLingui();
  return (
    <Section title={t`Status`}>
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <CardSection standing={standing} />
        <ProgressSection standing={standing} />
      </div>
    </Section>
  );
}

function RecentMails({ timeline }: Pick<MemberOverview, 'timeline'>) {
  const { t } = useLingui();
  const mails = timeline.filter(({ kind }) => kind === 'mailed').slice(0, MAX_MAILS);
  return (
    <Section title={t`Recent emails`}>
      {mails.length === 0 && (
        <p className="text-muted">
          <Trans>No emails sent yet.</Trans>
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
  );
}
