import { useLingui } from '@lingui/react/macro';
import X from 'lucide-react/icons/x';
import { type ReactNode, use } from 'react';
import { classNames } from './class-names.ts';
import { DialogContext } from './dialog-context.ts';

export interface DialogFrameProps {
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** Beside the title: a menu, tabs. */
  actions?: ReactNode;
  /** Removes the padding, for content that reaches the edges. */
  isPlain?: boolean;
}

/** The layout of a dialog opened by `openDialog`: a title, scrolling content, and fixed buttons. */
export function DialogFrame({ title, description, children, footer, actions, isPlain }: DialogFrameProps) {
  const { t } = useLingui();
  const dialog = use(DialogContext);
  return (
    <>
      <header className="flex items-start gap-3 px-5 pt-4 pb-3">
        <div className="min-w-0 flex-1">
          <h2 id={dialog?.titleId} className="text-lg font-semibold tracking-tight">
            {title}
          </h2>
          {description && (
            <div id={dialog?.descriptionId} className="mt-0.5 text-sm text-muted">
              {description}
            </div>
          )}
        </div>
        {actions}
        <button
          type="button"
          aria-label={t`Close`}
          onClick={dialog?.dismiss}
          className="-mt-1 -mr-2 flex size-(--control-small) shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
        >
          <X size={18} aria-hidden="true" />
        </button>
      </header>
      {children && (
        <div className={classNames('min-h-0 flex-1 overflow-y-auto overscroll-contain', !isPlain && 'px-5 pt-1 pb-5')}>
          {children}
        </div>
      )}
      {footer && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-border px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          {footer}
        </footer>
      )}
    </>
  );
}
