import type { ResourceDefinition } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import Inbox from 'lucide-react/icons/inbox';
import SearchX from 'lucide-react/icons/search-x';
import Trash2 from 'lucide-react/icons/trash-2';
import { useLabel } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface ListEmptyProps {
  definition: ResourceDefinition;
  /** A search or a filter is in force. */
  isFiltered: boolean;
  /** Nothing but deleted records would be shown. */
  isTrash: boolean;
  /** Undefined where the user may not. */
  onCreate: (() => void) | undefined;
  onClear: () => void;
}

/** Tells why there is nothing, and offers the way on. */
export function ListEmpty({ definition: d, isFiltered, isTrash, onCreate, onClear }: ListEmptyProps) {
  const label = useLabel();
  const many = label(d.labels).toLocaleLowerCase();
  const one = label(d.label).toLocaleLowerCase();
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX size={22} />}
        title={<Trans>Nothing matches</Trans>}
        action={
          <Button onClick={onClear}>
            <Trans>Clear search and filters</Trans>
          </Button>
        }
      >
        <Trans>No {many} fit this search and these filters.</Trans>
      </EmptyState>
    );
  }
  if (isTrash) {
    return (
      <EmptyState icon={<Trash2 size={22} />} title={<Trans>The trash is empty</Trans>}>
        <Trans>No {many} were deleted.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Inbox size={22} />}
      title={<Trans>No {many} yet</Trans>}
      action={
        onCreate && (
          <Button variant="primary" onClick={onCreate}>
            <Trans>New {one}</Trans>
          </Button>
        )
      }
    >
      {onCreate ? (
        <Trans>The first one you enter will stand here.</Trans>
      ) : (
        <Trans>They stand here as soon as there are any.</Trans>
      )}
    </EmptyState>
  );
}
