import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../i18n/use-label.ts';
import { RecordStates } from '../../engine/record/record-header.tsx';
import type { RecordPartProps } from '../../engine/form/extensions.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { MemberFacts } from './member-facts.tsx';
import { MembershipLine } from './member-header.tsx';
import { CardSection } from './overview/card-section.tsx';
import { MemberActions, UnavailableActions } from './overview/member-actions.tsx';
import { standingQuery } from './overview/overview-calls.ts';
import { OverviewSkeleton } from './overview/overview-skeleton.tsx';
import { ProgressSection } from './overview/progress-section.tsx';
import { VoucherSection } from './overview/voucher-section.tsx';

/** The member page as a side panel of the list: status, actions and open vouchers. */
export function MemberPeek(props: RecordPartProps) {
  const { record } = props;
  const { data: standing, error, refetch } = useQuery(standingQuery(record.id, useLanguage()));
  return (
    <div className="@container flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <RecordStates {...props} />
        <MembershipLine record={record} />
      </div>
      <div>
        <MemberActions record={record} />
        <div className="mt-2">
          <UnavailableActions record={record} />
        </div>
      </div>
      {standing ? (
        <>
          <CardSection standing={standing} />
          <ProgressSection standing={standing} />
          <VoucherSection standing={standing} redeemed={null} isDeleted={record.deleted_at !== null} />
        </>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <OverviewSkeleton />
      )}
      <MemberFacts {...props} />
    </div>
  );
}
