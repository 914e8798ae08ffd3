import { useLingui } from '@lingui/react/macro';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';

export interface ChipProps {
  children: ReactNode;
  /** Makes the chip a button that changes its value. */
  onClick?: () => void;
  onRemove?: () => void;
  /** The label of the remove button. */
  removeLabel?: string;
}

/** An active condition or choice, as a short text that can be removed. */
export function Chip({ children, onClick, onRemove, removeLabel }: ChipProps) {
  const { t } = useLingui();
  const text = <span className="truncate px-2.5">{children}</span>;
  return (
    <span className="inline-flex h-7 max-w-full items-center rounded-full border border-border bg-surface text-sm text-text pointer-coarse:h-9">
      {onClick ? (
        <button
          type="button"
          onClick={onClick}
          className="flex h-full min-w-0 items-center rounded-full hover:bg-hover"
        >
          {text}
        </button>
      ) : (
        text
      )}
      {onRemove && (
        <button
          type="button"
          onClick={onRemove}
          aria-label={removeLabel ?? t`Remove`}
          className="touch-target -ml-1.5 flex print:hidden aspect-square h-full items-center justify-center rounded-full text-muted hover:bg-hover hover:text-text"
        >
          <X size={14} />
        </button>
      )}
    </span>
  );
}
