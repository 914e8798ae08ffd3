import type { Combobox as Base } from '@base-ui/react/combobox';

/**
 * Whether a change comes from Escape in a closed combobox, which would empty it. It does not: the choice stays, and the dialog
 * around it closes as from any other field.
 */
export function isEscape(details: Base.Root.ChangeEventDetails): boolean {
  if (details.reason !== 'escape-key') return false;
  details.cancel();
  details.allowPropagation();
  return true;
}
