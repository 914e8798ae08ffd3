import { Trans } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { currentUser } from '../../session/user.ts';
import { confirm } from '../../ui/confirm.tsx';

export interface LeaveGuard {
  /** Whether something typed would be lost. */
  readonly isDirty: () => boolean;
  /** Forgets the unsaved values, draft and all. */
  readonly discard: () => void;
  /** The page that the form stands on; moving about within it (another tab) asks nothing. Null for a dialog. */
  readonly home: string | null;
}

/** Asks before an unsaved form is left: by a link, by the browser's buttons, by closing the window. */
export function useLeaveGuard(guard: LeaveGuard): void {
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      if (guard.home !== null && (next.pathname === guard.home || next.pathname.startsWith(`${guard.home}/`)))
        return false;
      return !(await mayLeave(guard));
    },
    enableBeforeUnload: () => guard.isDirty() && currentUser() !== null,
  });
}

/** Whether the form may go: it is unchanged, or the user gives the changes up. A session that has ended asks nothing: the draft stays. */
export async function mayLeave({ isDirty, discard }: Pick<LeaveGuard, 'isDirty' | 'discard'>): Promise<boolean> {
  if (!isDirty() || currentUser() === null) return true;
  const leave = await confirm({
    title: <Trans>Leave without saving?</Trans>,
    message: <Trans>What you have changed in this form is not saved yet.</Trans>,
    confirmLabel: <Trans>Discard changes</Trans>,
    cancelLabel: <Trans>Keep editing</Trans>,
    danger: true,
  });
  if (leave) discard();
  return leave;
}
