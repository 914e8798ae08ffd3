import { Trans } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { currentUser } from '../../session/user.ts';
import { holdKeys } from '../../ui/typed-ahead.ts';

export interface LeaveGuard {
  /** Whether unsaved input would be lost. */
  readonly isDirty: () => boolean;
  /** Discards the unsaved values and their draft. */
  readonly discard: () => void;
  /** The path of the form's page: navigation within it (another tab) needs no confirmation. Null for a dialog. */
  readonly formPath: string | null;
}

/**
 * Asks for confirmation before the user leaves an unsaved form: by a link, the browser's buttons, or closing the
 * window.
 */
export function useLeaveGuard(guard: LeaveGuard): void {
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      if (
        guard.formPath !== null &&
        (next.pathname === guard.formPath || next.pathname.startsWith(`${guard.formPath}/`))
      )
        return false;
      return !(await canLeave(guard));
    },
    enableBeforeUnload: () => guard.isDirty() && currentUser() !== null,
  });
}

/**
 * Whether the form may close: it is unchanged, or the user agrees to discard the changes. After the session has ended
 * it closes without confirmation, and the draft is preserved.
 */
export async function canLeave({ isDirty, discard }: Pick<LeaveGuard, 'isDirty' | 'discard'>): Promise<boolean> {
  if (!isDirty() || currentUser() === null) return true;
  // Loaded with the inputs of the form.
  const { confirm } = await holdKeys(import('../../ui/confirm.tsx'));
  const isConfirmed = await confirm({
    title: <Trans>Leave without saving?</Trans>,
    message: <Trans>Your changes in this form are not saved.</Trans>,
    confirmLabel: <Trans>Discard changes</Trans>,
    cancelLabel: <Trans>Keep editing</Trans>,
    danger: true,
  });
  if (isConfirmed) discard();
  return isConfirmed;
}
