import type { LeftOutMembers } from '@innkeeper/contract/calls';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../format/number.ts';
import { ErrorState } from '../ui/error-state.tsx';

interface SelectionPreviewProps {
  /** Identifies the dry run. */
  queryKey: readonly unknown[];
  /** The dry run: how many members the action reaches, and whom it leaves out. */
  load: () => Promise<{ readonly reached: number; readonly leftOut: LeftOutMembers }>;
  describe: (reached: number) => string;
}

/** Whom an action on the selected members reaches, and whom it leaves out and why, before it is done. */
export function SelectionPreview({ queryKey, load, describe }: SelectionPreviewProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['selection-preview', ...queryKey],
    queryFn: load,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return (
    <div role="status" className="flex min-h-12 flex-col gap-2">
      {data ? (
        <>
          <p className="font-medium">{describe(data.reached)}</p>
          {data.leftOut.length > 0 && <LeftOut reasons={data.leftOut} />}
        </>
      ) : (
        <p className="text-muted">
          <Trans>Counting…</Trans>
        </p>
      )}
    </div>
  );
}

function LeftOut({ reasons }: { reasons: LeftOutMembers }) {
  return (
    <div className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
      <p>{describeLeftOut(reasons)}</p>
      <ul className="mt-1 list-disc pl-5">
        {reasons.map(({ reason, number, members }) => (
          <li key={reason}>
            {reason} <span className="tabular">({formatNumber(number)})</span>
            <span className="block">{namesOf(members, number)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function describeLeftOut(reasons: LeftOutMembers): string {
  const total = reasons.reduce((sum, { number }) => sum + number, 0);
  const count = formatNumber(total);
  return plural(total, {
    one: `${count} selected member is left out:`,
    other: `${count} selected members are left out:`,
  });
}

function namesOf(members: LeftOutMembers[number]['members'], total: number): string {
  const names = members.map(({ name }) => name).join(', ');
  const more = formatNumber(total - members.length);
  return total > members.length ? t`${names} and ${more} more` : names;
}
