import { Dialog as Base } from '@base-ui/react/dialog';
import { useLingui } from '@lingui/react/macro';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

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
  return (
    <>
      <header className="flex items-start gap-3 px-5 pt-4 pb-3">
        <div className="min-w-0 flex-1">
          <Base.Title className="text-lg font-semibold tracking-tight">{title}</Base.Title>
          {description && (
            <Base.Description render={<div />} className="mt-0.5 text-sm text-muted">
              {description}
            </Base.Description>
          )}
        </div>
        {actions}
        <Base.Close
          aria-label={t`Close`}
          className="touch-target -mt-1 -mr-2 flex size-(--control-small) shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
        >
          <X size={18} />
        </Base.Close>
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
