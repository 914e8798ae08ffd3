import { type ResourceDefinition, getResource, permission, lockReasonFor } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { ResourceRecord } from '../data/record.ts';
import { DeletedBanner } from './deleted-banner.tsx';
import { FormBody } from '../form/form-body.tsx';
import { HistoryTab } from '../form/history-tab.tsx';
import { ReadView } from '../form/read-view.tsx';
import { RecordFacts } from './record-facts.tsx';
import { RecordFrame } from './record-frame.tsx';
import { DeleteButton, RecordHeader } from './record-header.tsx';
import { recordPath } from '../form/record-path.ts';
import type { RecordScreenProps } from './record-screen-props.ts';
import { SaveBar } from '../form/save-bar.tsx';
import { useLeaveGuard } from '../form/use-leave-guard.tsx';
import { useResourceForm } from '../form/use-resource-form.ts';
import { useSaveKeys } from '../form/use-save-keys.ts';

const ResourceList = lazy(async () => ({ default: (await import('../list/resource-list.tsx')).ResourceList }));

const OVERVIEW = 'overview';
const DATA = 'data';
const HISTORY = 'history';

/** A loaded record: its header, data, history and related lists. */
export function RecordView({
  definition: d,
  record,
  Header,
  isWide,
  Summary = RecordFacts,
  Overview,
  Actions,
}: RecordScreenProps & { record: ResourceRecord }) {
  const { t } = useLingui();
  const label = useLabel();
  const isEditable = !d.readOnly && record.deleted_at === null && can(permission('UPDATE', d.permission));
  const rejection = lockReasonFor(d, record, 'edit');
  const canEdit = isEditable && rejection === null;
  // The form outlives its tab: unsaved values are still there after a look at the history.
  const form = useResourceForm({ definition: d, record });
  useLeaveGuard({ isDirty: form.isDirty, discard: form.discard, home: recordPath(d, record.id) });
  useSaveKeys(canEdit ? form : null);
  const related = useRelatedTabs(d, record);
  const canReadHistory = can(permission('VIEW', d.permission));
  const isDirty = form.changed.length > 0;

  const tabs: { value: string; label: ReactNode; panel: ReactNode }[] = [
    ...(Overview
      ? [{ value: OVERVIEW, label: <Trans>Overview</Trans>, panel: <Overview definition={d} record={record} /> }]
      : []),
    {
      value: DATA,
      label: (
        <>
          <Trans>Data</Trans>
          {isDirty && <span role="img" aria-label={t`not saved`} className="size-1.5 rounded-full bg-accent" />}
        </>
      ),
      panel: (
        <div className="max-w-(--boxed)">
          {isEditable && rejection && <p className="mb-4 max-w-3xl text-muted">{label(rejection)}</p>}
          {canEdit ? <FormBody form={form} layout="page" /> : <ReadView definition={d} record={record} />}
        </div>
      ),
    },
    ...(canReadHistory
      ? [{ value: HISTORY, label: <Trans>History</Trans>, panel: <HistoryTab definition={d} record={record} /> }]
      : []),
    ...related,
  ];
  // Opens on the data tab when there is an unsaved draft, which is offered above the data.
  const [home] = useState(Overview && !form.offered ? OVERVIEW : DATA);
  const [tab, setTab] = useTab(
    tabs.map(({ value }) => value),
    home,
  );

  return (
    <RecordFrame isWide={isWide}>
      {Header ? (
        <Header definition={d} record={record} />
      ) : (
        <RecordHeader definition={d} record={record} Actions={Actions} />
      )}
      {record.deleted_at !== null && <DeletedBanner definition={d} record={record} />}
      <Summary definition={d} record={record} />
      <Tabs label={t`Sections of this record`} value={tab} onValueChange={setTab} tabs={tabs} />
      {!Header && (
        <DeleteButton
          definition={d}
          record={record}
          className="mt-6 hidden self-start max-sm:block pointer-coarse:block"
          showsReason
        />
      )}
      <div className="h-6 shrink-0" />
      {canEdit && (tab === DATA || isDirty) && (
        <SaveBar form={form}>
          {isDirty && (
            <Button onClick={form.discard}>
              <Trans>Discard changes</Trans>
            </Button>
          )}
        </SaveBar>
      )}
    </RecordFrame>
  );
}

/** Lists of records that reference this one, limited to those the user may see. */
function useRelatedTabs(d: ResourceDefinition, record: ResourceRecord) {
  const label = useLabel();
  return (d.related ?? []).flatMap(({ resource, by }) => {
    const of = getResource(resource);
    if (!can(permission('VIEW', of.permission))) return [];
    const isRepeated = (d.related ?? []).filter((other) => other.resource === resource).length > 1;
    const field = of.fields[by];
    return [
      {
        value: `${resource}.${by}`,
        label: isRepeated && field ? `${label(of.labels)} · ${label(field.label)}` : label(of.labels),
        panel: (
          <Suspense fallback={<Skeleton className="h-72 w-full" />}>
            <ResourceList definition={of} fixed={{ [by]: record.id }} />
          </Suspense>
        ),
      },
    ];
  });
}

/** The active tab, stored in the address. The default tab is omitted there. */
function useTab(values: readonly string[], home: string): [string, (tab: string) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const tab = values.find((value) => value === search['tab']) ?? home;
  return [tab, (next) => void navigate({ to: '.', search: next === home ? {} : { tab: next }, replace: true })];
}
