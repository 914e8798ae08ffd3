import { Trans } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { enterTrash, isTrashOnly, leaveTrash, showTrashWithOthers } from './trash.ts';
import type { ListStateHandle } from './use-list-state.ts';

/** Indicates that this is the trash, with links to the other views of it. */
export function TrashStrip({ state: [state, change] }: { state: ListStateHandle }) {
  const isOnly = isTrashOnly(state);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-warning-soft py-1 pr-1 pl-3 text-sm text-warning-text">
      <span className="min-w-60 flex-1 py-1">
        {isOnly ? (
          <Trans>Trash, recently deleted first</Trans>
        ) : (
          <Trans>Deleted records are included, struck through.</Trans>
        )}
      </span>
      {/* On a phone both move to the next line together if the text leaves no space. */}
      <span className="flex flex-wrap max-sm:-ml-3">
        <Button
          size="small"
          variant="ghost"
          onClick={() => change(isOnly ? showTrashWithOthers(state) : enterTrash(state))}
        >
          {isOnly ? <Trans>Include deleted</Trans> : <Trans>Deleted only</Trans>}
        </Button>
        <Button size="small" variant="ghost" onClick={() => change(leaveTrash(state))}>
          <Trans>Leave the trash</Trans>
        </Button>
      </span>
    </div>
  );
}
