import { MERGED_RESOURCES, getResource } from '@innkeeper/contract';
import type { MergeEntry } from '@innkeeper/contract/calls';
import { formatNumber } from '../../../format/number.ts';
import { useLabel } from '../../../i18n/use-label.ts';

/** The number of moved records per kind; kinds without any are omitted. */
export function MovedCounts({ moved }: Pick<MergeEntry, 'moved'>) {
  const label = useLabel();
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3">
      {MERGED_RESOURCES.filter((key) => moved[key] > 0).map((key) => {
        const definition = getResource(key);
        return (
          <div key={key} className="flex flex-col-reverse">
            <dt className="text-sm text-muted">{label(moved[key] === 1 ? definition.label : definition.labels)}</dt>
            <dd className="text-xl font-semibold tabular">{formatNumber(moved[key])}</dd>
          </div>
        );
      })}
    </dl>
  );
}

export const hasNothingToMove = ({ moved }: Pick<MergeEntry, 'moved'>): boolean =>
  MERGED_RESOURCES.every((key) => moved[key] === 0);
