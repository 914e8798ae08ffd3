import type { Combobox as Base } from '@base-ui/react/combobox';

/**
 * Cancels a change that comes from Escape in a closed combobox, which would clear it; returns whether it did. The
 * choice is retained, and the surrounding dialog closes as in any other field.
 */
export function cancelEscapeClear(details: Base.Root.ChangeEventDetails): boolean {
  if (details.reason !== 'escape-key') return false;
  details.cancel();
  details.allowPropagation();
  return true;
}
