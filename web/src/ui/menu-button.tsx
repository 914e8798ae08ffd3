import { type ComponentType, type KeyboardEvent, type ReactElement, type RefObject, Suspense, cloneElement, useRef, useState } from 'react';

/** What the panel of a menu is told by its button. */
export interface MenuPanelProps {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export interface MenuButtonProps {
  trigger: ReactElement<Record<string, unknown>>;
  /** Drawn, and with `lazy` fetched, once the pointer or the focus comes near. */
  panel: ComponentType<MenuPanelProps>;
}

/** A button whose menu is loaded only when it is about to be used: the toolbar has several that most visits never open. */
export function MenuButton({ trigger, panel: Panel }: MenuButtonProps) {
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const prepare = () => setWanted(true);
  const button = cloneElement(trigger, {
    ref: anchor,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'data-popup-open': open ? '' : undefined,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick() {
      prepare();
      setOpen(!open);
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      prepare();
      setOpen(true);
    },
  });
  return (
    <>
      {button}
      {wanted && (
        <Suspense>
          <Panel anchor={anchor} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
