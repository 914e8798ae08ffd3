import type { HistoryEntry, ResourceDefinition } from '@innkeeper/contract';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import HistoryIcon from 'lucide-react/icons/history';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { historyQuery } from '../data/queries.ts';
import type { ResourceRecord } from '../data/record.ts';
import { HistoryChanges } from './history-changes.tsx';

/** The changes of a record with their authors, newest first; older entries load on demand. */
interface HistoryProps {
  definition: ResourceDefinition;
  record: ResourceRecord;
}

export function HistoryTab({ definition, record }: HistoryProps) {
  const [pageCount, setPageCount] = useState(1);
  const { data } = useQuery(historyQuery(definition, record.id));
  const total = data?.meta.total ?? 0;
  const remaining = Math.max(0, total - pageCount * (data?.meta.per_page ?? 1));
  return (
    <div className="max-w-3xl">
      <ol className="flex flex-col">
        {Array.from({ length: pageCount }, (_, index) => (
          <HistoryPage key={index} definition={definition} record={record} page={index + 1} />
        ))}
      </ol>
      {remaining > 0 && (
        <Button onClick={() => setPageCount(pageCount + 1)} className="mt-3">
          <Plural value={remaining} one="Show # older entry" other="Show # older entries" />
        </Button>
      )}
    </div>
  );
}

function HistoryPage({ definition, record, page }: HistoryProps & { page: number }) {
  // Each page has its own query: loading the next one must not blank those above it.
  const { data, error, refetch, isPlaceholderData } = useQuery(historyQuery(definition, record.id, page));
  if (error && !data) {
    return (
      <li>
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      </li>
    );
  }
  if (!data || isPlaceholderData) return <HistorySkeleton />;
  if (data.entries.length === 0) {
    return (
      <li>
        <EmptyState icon={<HistoryIcon size={20} />} title={<Trans>No changes yet</Trans>}>
          <Trans>Changes will appear here, with user and time.</Trans>
        </EmptyState>
      </li>
    );
  }
  return data.entries.map((entry, index) => (
    <HistoryEntryItem key={`${entry.at} ${index}`} definition={definition} record={record} entry={entry} />
  ));
}

const ACTION_STYLES = {
  create: { Icon: Plus, tone: 'bg-success-soft text-success-text' },
  update: { Icon: Pencil, tone: 'bg-hover text-muted' },
  delete: { Icon: Trash2, tone: 'bg-danger-soft text-danger-text' },
  restore: { Icon: RotateCcw, tone: 'bg-info-soft text-info-text' },
} as const;

function HistoryEntryItem({ definition, record, entry }: HistoryProps & { entry: HistoryEntry }) {
  const { Icon, tone } = ACTION_STYLES[entry.action];
  return (
    <li className="group relative flex gap-3 pb-5">
      {/* The line connecting the entries ends at the last one. */}
      <span aria-hidden="true" className="absolute top-8 bottom-1 left-[0.84rem] w-px bg-border group-last:hidden" />
      <span
        aria-hidden="true"
        className={classNames('flex size-7 shrink-0 items-center justify-center rounded-full', tone)}
      >
        <Icon size={14} />
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <EntrySentence entry={entry} />
          <time dateTime={`${entry.at.replace(' ', 'T')}Z`} className="text-sm text-muted tabular">
            {formatDateTime(entry.at)}
          </time>
        </p>
        <HistoryChanges definition={definition} record={record} entry={entry} />
      </div>
    </li>
  );
}

function EntrySentence({ entry }: { entry: HistoryEntry }) {
  const author = entry.by ? (
    <strong className="font-semibold break-words">
      {entry.by.kind === 'guest' ? <Trans>The guest, by a link in an email</Trans> : <PersonName person={entry.by} />}
    </strong>
  ) : (
    <strong className="font-semibold">
      <Trans>The system</Trans>
    </strong>
  );
  const count = Object.keys(entry.changes).length;
  return (
    <span>
      {entry.action === 'create' && <Trans>{author} created this record</Trans>}
      {entry.action === 'update' && (
        <>
          {author} <Plural value={count} one="changed # field" other="changed # fields" />
        </>
      )}
      {entry.action === 'delete' && <Trans>{author} deleted this record</Trans>}
      {entry.action === 'restore' && <Trans>{author} restored this record</Trans>}
    </span>
  );
}

function HistorySkeleton() {
  return Array.from({ length: 4 }, (_, index) => (
    <li key={index} className="flex gap-3 pb-6">
      <Skeleton className="size-7 shrink-0 rounded-full" />
      <span className="flex flex-1 flex-col gap-2 pt-1">
        <Skeleton className="h-4 w-56" />
        <Skeleton className="h-10 w-full" />
      </span>
    </li>
  ));
}
