import type { Combobox as Base } from '@base-ui/react/combobox';

/**
 * Whether a change comes from Escape in a closed combobox, which would clear it. If so, cancels the change: the choice
 * is retained, and the surrounding dialog closes as in any other field.
 */
export function isEscape(details: Base.Root.ChangeEventDetails): boolean {
  if (details.reason !== 'escape-key') return false;
  details.cancel();
  details.allowPropagation();
  return true;
}
