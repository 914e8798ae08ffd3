import { Trans } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { enterTrash, isTrashOnly, leaveTrash, includeDeleted } from './trash.ts';
import type { ListStateHandle } from './use-list-state.ts';

/** Shows that the list includes deleted records, with buttons for its other modes. */
export function TrashBanner({ state: [state, change] }: { state: ListStateHandle }) {
  const isDeletedOnly = isTrashOnly(state);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-warning-soft py-1 pr-1 pl-3 text-sm text-warning-text">
      <span className="min-w-60 flex-1 py-1">
        {isDeletedOnly ? (
          <Trans>Trash, recently deleted first</Trans>
        ) : (
          <Trans>Deleted records are included, struck through.</Trans>
        )}
      </span>
      {/* On a phone both buttons wrap to the next line together. */}
      <span className="flex flex-wrap max-sm:-ml-3">
        <Button
          size="small"
          variant="ghost"
          onClick={() => change(isDeletedOnly ? includeDeleted(state) : enterTrash(state))}
        >
          {isDeletedOnly ? <Trans>Include deleted</Trans> : <Trans>Deleted only</Trans>}
        </Button>
        <Button size="small" variant="ghost" onClick={() => change(leaveTrash(state))}>
          <Trans>Leave the trash</Trans>
        </Button>
      </span>
    </div>
  );
}
