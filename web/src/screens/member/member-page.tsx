import { Suspense, lazy } from 'react';
import type { RecordPageProps } from '../../resource/form/extensions.ts';
import { type RecordPartProps, RecordScreen } from '../../resource/form/record-screen.tsx';
import { displayName } from '../../resource/data/record.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { MemberSummary } from './member-summary.tsx';
import { MergeNotices } from './merge/merge-notices.tsx';
import { MemberActions } from './overview/member-actions.tsx';
import { OverviewSkeleton } from './overview/overview-skeleton.tsx';

const OverviewPanel = lazy(async () => ({ default: (await import('./overview/overview-panel.tsx')).OverviewPanel }));

/** A member: who it is and what can be done, how the membership stands and what happened; then the data and the history. */
export function MemberPage({ definition, id }: RecordPageProps) {
  return (
    <RecordScreen
      definition={definition}
      id={id}
      Emblem={MemberEmblem}
      Summary={MemberHead}
      Overview={MemberOverview}
    />
  );
}

function MemberHead(props: RecordPartProps) {
  return (
    <>
      <MergeNotices record={props.record} />
      <MemberActions record={props.record} />
      <MemberSummary {...props} />
    </>
  );
}

function MemberOverview(props: RecordPartProps) {
  return (
    <Suspense fallback={<OverviewSkeleton />}>
      <OverviewPanel {...props} />
    </Suspense>
  );
}

function MemberEmblem({ definition, record }: RecordPartProps) {
  return <Avatar name={displayName(definition, record)} size={48} />;
}
