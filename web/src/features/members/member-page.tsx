import { usePrefetchQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { useLanguage } from '../../i18n/use-label.ts';
import { MemberHeader } from './member-header.tsx';
import { MergeNotices } from './merge/merge-notices.tsx';
import { UnavailableActions } from './overview/member-actions.tsx';
import { overviewQuery, standingQuery } from './overview/overview-calls.ts';
import { OverviewSkeleton } from './overview/overview-skeleton.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';

const OverviewPanel = lazyComponent(async () => (await import('./overview/overview-panel.tsx')).OverviewPanel);

/** A member: header with the actions, status and timeline, then data and history. */
export function MemberPage({ definition, id }: RecordPageProps) {
  const language = useLanguage();
  // With the record, instead of after it.
  usePrefetchQuery(standingQuery(id, language));
  usePrefetchQuery(overviewQuery(id, language));
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
