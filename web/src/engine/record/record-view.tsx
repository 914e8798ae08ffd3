import { type ResourceDefinition, getResource, isInHead, permission, lockReasonFor } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { useLostFocus } from '../../ui/use-lost-focus.ts';
import type { ResourceRecord } from '../data/record.ts';
import { HistoryTab } from '../form/history-tab.tsx';
import { ReadView } from '../form/read-view.tsx';
import { DataForm } from './data-form.tsx';
import { hasEditableRecords, preloadFormBody } from './load-form-body.ts';
import { RecordFacts } from './record-facts.tsx';
import { RecordFrame } from './record-frame.tsx';
import { DeleteButton, RecordHeader } from './record-header.tsx';
import { recordPath } from '../form/record-path.ts';
import type { RecordScreenProps } from './record-screen-props.ts';
import { SaveBar } from '../form/save-bar.tsx';
import { useLeaveGuard } from '../form/use-leave-guard.tsx';
import { useResourceForm } from '../form/use-resource-form.ts';
import { useSaveKeys } from '../form/use-save-keys.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import { formatDateTime } from '../../format/date.ts';
import type { RecordPartProps } from '../form/extensions.ts';

const ResourceList = lazyComponent(async () => (await import('../list/resource-list.tsx')).ResourceList);

const OVERVIEW_TAB = 'overview';
const DATA_TAB = 'data';
const HISTORY_TAB = 'history';

/** A loaded record: its header, data, history and related lists. */
export function RecordView({
  definition,
  record,
  Header,
  isWide,
  Summary = RecordFacts,
  Overview,
  Actions,
}: RecordScreenProps & { record: ResourceRecord }) {
  const { t } = useLingui();
  const label = useLabel();
  const isEditable = record.deleted_at === null && hasEditableRecords(definition);
  const rejection = lockReasonFor(definition, record, 'edit');
  const canEdit = isEditable && rejection === null;
  // The form is here, not in its tab, so that unsaved values survive a look at the history.
  const form = useResourceForm({ definition, record });
  useLeaveGuard({ isDirty: form.isDirty, discard: form.discard, formPath: recordPath(definition, record.id) });
  useSaveKeys(canEdit ? form : null);
  const relatedTabs = useRelatedTabs(definition, record);
  const canReadHistory = can(permission('VIEW', definition.permission));
  const isDirty = form.changedNames.length > 0;
  const [wasDeleted] = useState(record.deleted_at !== null);

  const tabs: Tab<string>[] = [
    ...(Overview
      ? [
          {
            value: OVERVIEW_TAB,
            label: <Trans>Overview</Trans>,
            panel: <Overview definition={definition} record={record} />,
          },
        ]
      : []),
    {
      value: DATA_TAB,
      label: (
        <>
          <Trans>Data</Trans>
          {isDirty && <span role="img" aria-label={t`not saved`} className="size-1.5 rounded-full bg-accent" />}
        </>
      ),
      ...(canEdit && { preload: () => preloadFormBody(definition) }),
      panel: (
        <div className="max-w-(--boxed)">
          {isEditable && rejection && <p className="mb-4 max-w-3xl text-muted">{label(rejection)}</p>}
          {canEdit ? (
            <DataForm form={form} />
          ) : (
            <ReadView definition={definition} record={record} isShownElsewhere={(name) => isInHead(definition, name)} />
          )}
        </div>
      ),
    },
    ...(canReadHistory
      ? [
          {
            value: HISTORY_TAB,
            label: <Trans>History</Trans>,
            panel: <HistoryTab definition={definition} record={record} />,
          },
        ]
      : []),
    ...relatedTabs,
  ];
  // Opens on the data tab when there is an unsaved draft, which is offered above the data.
  const [defaultTab] = useState(Overview && !form.offeredDraft ? OVERVIEW_TAB : DATA_TAB);
  const [tab, setTab] = useTabParameter(
    tabs.map(({ value }) => value),
    defaultTab,
  );

  return (
    <RecordFrame isWide={isWide}>
      {Header ? (
        <Header definition={definition} record={record} />
      ) : (
        <RecordHeader definition={definition} record={record} Actions={Actions} />
      )}
      {record.deleted_at !== null && (
        <DeletedBanner definition={definition} record={record} replacesFocus={!wasDeleted} />
      )}
      <Summary definition={definition} record={record} />
      <Tabs label={t`Sections of this record`} value={tab} onValueChange={setTab} tabs={tabs} />
      {!Header && (
        <DeleteButton
          definition={definition}
          record={record}
          // Hidden while the tab loads, which pushes it down.
          className="mt-6 hidden self-start max-sm:block pointer-coarse:block [:has([data-skeleton])~&]:invisible"
          showsReason
        />
      )}
      <div className="h-6 shrink-0" />
      {canEdit && (tab === DATA_TAB || isDirty) && (
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
function useRelatedTabs(definition: ResourceDefinition, record: ResourceRecord) {
  const label = useLabel();
  return (definition.related ?? []).flatMap(({ resource, by }) => {
    const target = getResource(resource);
    if (!can(permission('VIEW', target.permission))) return [];
    const isRepeated = (definition.related ?? []).filter((relation) => relation.resource === resource).length > 1;
    const field = target.fields[by];
    return [
      {
        value: `${resource}.${by}`,
        label: isRepeated && field ? `${label(target.labels)} · ${label(field.label)}` : label(target.labels),
        panel: (
          <Suspense fallback={<Skeleton className="h-72 w-full" />}>
            <ResourceList definition={target} fixed={{ [by]: record.id }} />
          </Suspense>
        ),
      },
    ];
  });
}

/** The active tab, stored in the URL beside other parameters. The URL omits the default tab. */
function useTabParameter(values: readonly string[], defaultTab: string): [string, (tab: string) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { tab: requestedTab, ...otherParameters } = search;
  const tab = values.find((value) => value === requestedTab) ?? defaultTab;
  const showTab = (next: string) =>
    void navigate({
      to: '.',
      search: { ...otherParameters, ...(next !== defaultTab && { tab: next }) },
      replace: true,
    });
  return [tab, showTab];
}

/** Shows who deleted the record and when, with a button to restore it. */
/** `replacesFocus` if the record was deleted on this page, whose button is gone since. */
function DeletedBanner({ definition, record, replacesFocus }: RecordPartProps & { replacesFocus: boolean }) {
  const bannerRef = useRef<HTMLDivElement>(null);
  useLostFocus(record.deleted_at, replacesFocus, () => bannerRef.current?.focus());
  const [isPending, setIsPending] = useState(false);
  const label = useLabel();
  const rejection = lockReasonFor(definition, record, 'restore');
  const deletedAt = formatDateTime(record.deleted_at);
  const deletedBy = record.deleted_by?.name;
  const restore = async () => {
    setIsPending(true);
    const { restoreWithMessage } = await import('../list/record-actions.tsx');
    await restoreWithMessage(definition, record);
    setIsPending(false);
  };
  return (
    <div
      ref={bannerRef}
      tabIndex={-1}
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-danger-soft px-3 py-2 text-danger-text"
    >
      <Trash2 size={18} className="shrink-0" />
      <p className="min-w-48 flex-1">
        {deletedBy ? (
          <Trans>
            Deleted on {deletedAt} by {deletedBy}.
          </Trans>
        ) : (
          <Trans>Deleted on {deletedAt}.</Trans>
        )}{' '}
        {rejection && label(rejection)}
      </p>
      {can(permission('DELETE', definition.permission)) && (
        <Button
          size="small"
          pending={isPending}
          disabled={rejection !== null}
          icon={<RotateCcw size={14} />}
          onClick={() => void restore()}
        >
          <Trans>Restore</Trans>
        </Button>
      )}
    </div>
  );
}
