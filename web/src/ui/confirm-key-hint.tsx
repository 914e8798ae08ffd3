import { Trans } from '@lingui/react/macro';
import { Kbd } from './kbd.tsx';

/**
 * The keys that send the form of a dialog, at the start of its buttons. In a text of several lines, Enter begins a new
 * one.
 */
export const ConfirmKeyHint = () => (
  <span className="mr-auto flex items-center gap-1.5 text-xs text-faint max-sm:hidden pointer-coarse:hidden">
    <Kbd>Ctrl</Kbd>
    <Kbd>Enter</Kbd>
    <Trans>confirms</Trans>
  </span>
);
