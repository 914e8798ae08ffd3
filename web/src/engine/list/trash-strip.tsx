import { Trans } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { enterTrash, isTrashAlone, leaveTrash, showTrashWithOthers } from './trash.ts';
import type { ListStateHandle } from './use-list-state.ts';

/** Says that this is the trash, and leads to the other ways of looking at it. */
export function TrashStrip({ state: [state, change] }: { state: ListStateHandle }) {
  const isAlone = isTrashAlone(state);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-warning-soft py-1 pr-1 pl-3 text-sm text-warning-text">
      <span className="min-w-60 flex-1 py-1">
        {isAlone ? (
          <Trans>The trash: what was deleted last stands first.</Trans>
        ) : (
          <Trans>Deleted records are shown too, struck out.</Trans>
        )}
      </span>
      {/* Together on the next line where a phone has no room beside the words. */}
      <span className="flex flex-wrap max-sm:-ml-3">
        <Button
          size="small"
          variant="ghost"
          onClick={() => change(isAlone ? showTrashWithOthers(state) : enterTrash(state))}
        >
          {isAlone ? <Trans>Show with the others</Trans> : <Trans>Only deleted ones</Trans>}
        </Button>
        <Button size="small" variant="ghost" onClick={() => change(leaveTrash(state))}>
          <Trans>Leave the trash</Trans>
        </Button>
      </span>
    </div>
  );
}
