import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface AnchoredPopoverProps {
  /** The element that opened the panel. It gets the focus when the panel closes. */
  anchor: Element;
  label: string;
  className?: string;
  align?: 'start' | 'end';
  /** Whether the panel takes the focus; true by default. */
  takesFocus?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A panel next to a plain element. Cells of a grid are plain elements, because a component for each would be slow. */
export function AnchoredPopover({
  anchor,
  label,
  className,
  align = 'start',
  takesFocus = true,
  onClose,
  children,
}: AnchoredPopoverProps) {
  return (
    <Base.Root
      open
      onOpenChange={(open, { event }) => {
        // The anchor handles clicks on itself: it closes the panel or opens it again.
        if (!open && !(event.target instanceof Node && anchor.contains(event.target) && event.type !== 'keydown'))
          onClose();
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side="bottom"
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            aria-label={label}
            className={classNames(
              'popup max-h-(--available-height) max-w-(--available-width) overflow-y-auto',
              className,
            )}
            initialFocus={takesFocus}
            finalFocus={() =>
              anchor.querySelector<HTMLElement>('[data-focus]') ?? (anchor instanceof HTMLElement ? anchor : true)
            }
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
