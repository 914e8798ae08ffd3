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
  /** A search or a filter is active. */
  isFiltered: boolean;
  /** The list shows only deleted records. */
  isTrash: boolean;
  /** Undefined without the permission. */
  onCreate: (() => void) | undefined;
  onClear: () => void;
}

/** Explains why the list is empty and offers the next step. */
export function ListEmpty({ definition, isFiltered, isTrash, onCreate, onClear }: ListEmptyProps) {
  const label = useLabel();
  const plural = label(definition.labels).toLocaleLowerCase();
  const singular = label(definition.label).toLocaleLowerCase();
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX size={22} />}
        title={<Trans>No matches</Trans>}
        action={
          <Button onClick={onClear}>
            <Trans>Clear search and filters</Trans>
          </Button>
        }
      >
        <Trans>No {plural} match this search and these filters.</Trans>
      </EmptyState>
    );
  }
  if (isTrash) {
    return (
      <EmptyState icon={<Trash2 size={22} />} title={<Trans>The trash is empty</Trans>}>
        <Trans>No deleted {plural}</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Inbox size={22} />}
      title={<Trans>No {plural} yet</Trans>}
      action={
        onCreate && (
          <Button variant="primary" onClick={onCreate}>
            <Trans>New {singular}</Trans>
          </Button>
        )
      }
    >
      {onCreate && <Trans>Add your first one.</Trans>}
    </EmptyState>
  );
}
