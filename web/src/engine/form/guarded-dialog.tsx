import { type ReactNode, createContext, use, useEffect } from 'react';
import { type DialogContent, type DialogOptions, openDialog } from '../../ui/dialog-store.ts';
import { useOnPageLeave } from '../../ui/use-on-page-leave.ts';
import { type LeaveGuard, canLeave, useLeaveGuard } from './use-leave-guard.tsx';

/** Lets a form decide whether its dialog may close: only the form knows whether a confirmation is needed. */
interface CloseGuard {
  canClose: () => Promise<boolean>;
}
const isAllowed = async () => true;
const CloseGuardContext = createContext<CloseGuard>({ canClose: isAllowed });

/** Opens a dialog whose form can ask for confirmation before unsaved input is lost. */
export function openGuardedDialog<T = void>(
  content: DialogContent<T>,
  options: Omit<DialogOptions, 'canClose'>,
): Promise<T | undefined> {
  const closeGuard: CloseGuard = { canClose: isAllowed };
  const guardedContent = (close: (response?: T) => void): ReactNode => (
    <CloseGuardContext value={closeGuard}>{content(close)}</CloseGuardContext>
  );
  return openDialog<T>(guardedContent, { ...options, canClose: () => closeGuard.canClose() });
}

/** Guards the form of a dialog. Returns the function of its Cancel button. */
export function useDialogGuard(guard: Omit<LeaveGuard, 'formPath'>, onClose: () => void): () => Promise<void> {
  const closeGuard = use(CloseGuardContext);
  useOnPageLeave(onClose);
  useLeaveGuard({ ...guard, formPath: null });
  useEffect(() => {
    closeGuard.canClose = () => canLeave(guard);
    return () => {
      closeGuard.canClose = isAllowed;
    };
  });
  return async () => {
    if (await closeGuard.canClose()) onClose();
  };
}
