import type { ResourceDefinition } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import Plus from 'lucide-react/icons/plus';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useLabel } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';

interface NewButtonProps {
  definition: ResourceDefinition;
  /** The list is within another page, so the button is part of its toolbar. */
  embedded: boolean;
  /** Undefined without the permission. */
  onCreate: (() => void) | undefined;
}

/** Opens the form for a new record. Above a list on a phone it is only a plus, so that it fits beside the title. */
export function NewButton({ definition, embedded, onCreate }: NewButtonProps) {
  const label = useLabel();
  const singular = label(definition.label).toLocaleLowerCase();
  if (!onCreate) return null;
  return (
    <Button
      variant={embedded ? 'secondary' : 'primary'}
      className={embedded ? 'ml-1' : undefined}
      icon={<Plus size={16} />}
      aria-keyshortcuts={embedded ? undefined : 'n'}
      onClick={onCreate}
    >
      <span className={embedded ? undefined : 'max-sm:sr-only'}>
        <Trans>New {singular}</Trans>
      </span>
    </Button>
  );
}

interface RestoreButtonProps {
  /** Nothing is selected. */
  isSelectionEmpty: boolean;
  onRestore: () => void;
}

/** Restores the selected records of the trash, one or many. */
export function RestoreButton({ isSelectionEmpty, onRestore }: RestoreButtonProps) {
  const { t } = useLingui();
  return (
    <Button
      variant="primary"
      disabled={isSelectionEmpty}
      title={isSelectionEmpty ? t`Select rows to restore` : undefined}
      icon={<RotateCcw size={16} />}
      onClick={onRestore}
    >
      <Trans>Restore</Trans>
    </Button>
  );
}
