import { getResource } from '@innkeeper/contract';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { classNames } from '../../ui/class-names.ts';
import { displayName } from '../data/record.ts';
import { firstRecords } from './first-records.ts';

/** Names beyond this number are only counted. */
const MAX_NAMES = 12;

interface ListDifferenceProps {
  /** The resource whose ids are compared. */
  resource: string;
  before: readonly unknown[];
  after: readonly unknown[];
}

/** The records added to and removed from a list; showing both lists in full would hide the change. */
export function ListDifference({ resource, before, after }: ListDifferenceProps) {
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  const total = after.length;
  return (
    <span className="flex flex-col gap-0.5">
      {added.length > 0 && <NameList resource={resource} ids={added} isAdded />}
      {removed.length > 0 && <NameList resource={resource} ids={removed} isAdded={false} />}
      <span className="text-sm text-muted">
        <Plural value={total} one="# in total" other="# in total" />
      </span>
    </span>
  );
}

function NameList({ resource, ids, isAdded }: { resource: string; ids: readonly unknown[]; isAdded: boolean }) {
  const { data } = useQuery(firstRecords(resource));
  const nameOf = (id: unknown) => {
    const record = data?.rows.find((row) => row.id === id);
    return record ? displayName(getResource(resource), record) : `#${Number(id)}`;
  };
  const unnamedCount = ids.length - MAX_NAMES;
  return (
    <span>
      <span className={classNames('font-medium', isAdded ? 'text-success-text' : 'text-danger-text')}>
        {isAdded ? <Trans>Added:</Trans> : <Trans>Removed:</Trans>}
      </span>{' '}
      {ids.slice(0, MAX_NAMES).map(nameOf).join(', ')}
      {unnamedCount > 0 && (
        <>
          {' '}
          <Plural value={unnamedCount} one="and # more" other="and # more" />
        </>
      )}
    </span>
  );
}
