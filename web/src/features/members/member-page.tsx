import { Suspense } from 'react';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { MemberHeader } from './member-header.tsx';
import { MergeNotices } from './merge/merge-notices.tsx';
import { UnavailableActions } from './overview/member-actions.tsx';
import { OverviewSkeleton } from './overview/overview-skeleton.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';

const OverviewPanel = lazyComponent(async () => (await import('./overview/overview-panel.tsx')).OverviewPanel);

/** A member: header with the actions, status and timeline, then data and history. */
export function MemberPage({ definition, id }: RecordPageProps) {
  return (
    <RecordScreen
      definition={definition}
      id={id}
      isWide
      Header={MemberHeader}
      Summary={MemberNotices}
      Overview={MemberOverview}
    />
  );
}

function MemberNotices({ record }: RecordPartProps) {
  return (
    <>
      <MergeNotices record={record} />
      <UnavailableActions record={record} />
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
