import { Trans } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import type { ListStateHandle } from './use-list-state.ts';

/** Says that deleted records are among the others, and offers them alone. */
export function TrashStrip({ state: [{ conditions }, change] }: { state: ListStateHandle }) {
  const others = conditions.filter((c) => c.column !== 'deleted_at');
  const onlyDeleted = conditions.some((c) => c.column === 'deleted_at' && c.operator === 'null' && c.value === '0');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-warning-soft py-1 pr-1 pl-3 text-sm text-warning-text">
      <span className="min-w-60 flex-1 py-1">
        {onlyDeleted ? (
          <Trans>Only deleted records are shown.</Trans>
        ) : (
          <Trans>Deleted records are shown too, struck out.</Trans>
        )}
      </span>
      {/* Together on the next line where a phone has no room beside the words. */}
      <span className="flex flex-wrap max-sm:-ml-3">
        <Button
          size="small"
          variant="ghost"
          onClick={() =>
            change({
              conditions: onlyDeleted ? others : [...others, { column: 'deleted_at', operator: 'null', value: '0' }],
            })
          }
        >
          {onlyDeleted ? <Trans>Show the others too</Trans> : <Trans>Only deleted ones</Trans>}
        </Button>
        <Button size="small" variant="ghost" onClick={() => change({ deleted: false, conditions: others })}>
          <Trans>Leave the trash</Trans>
        </Button>
      </span>
    </div>
  );
}
