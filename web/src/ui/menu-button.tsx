import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type RefObject,
  Suspense,
  cloneElement,
  useRef,
  useState,
} from 'react';

/** The props that a menu button gives its panel. */
export interface MenuPanelProps {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** It was opened by a key: its first line takes the focus. */
  byKeyboard: boolean;
}

export interface MenuButtonProps {
  trigger: ReactElement<Record<string, unknown>>;
  /** Drawn, and with `lazy` fetched, once the pointer or the focus comes near. */
  panel: ComponentType<MenuPanelProps>;
}

/** A button whose menu is loaded only when it is about to be used: the toolbar has several that most visits never open. */
export function MenuButton({ trigger, panel: Panel }: MenuButtonProps) {
  const [isOpen, setRequested] = useState(false);
  const [open, setOpen] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const prepare = () => setRequested(true);
  const button = cloneElement(trigger, {
    ref: anchor,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'data-popup-open': open ? '' : undefined,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick(event: MouseEvent) {
      prepare();
      // A press of Enter or Space counts no clicks.
      setByKeyboard(event.detail === 0);
      setOpen(!open);
    },
    onKeyDown(event: KeyboardEvent) {
      // With Ctrl the arrow keys belong to the element around the button.
      if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      prepare();
      setByKeyboard(true);
      setOpen(true);
    },
  });
  return (
    <>
      {button}
      {isOpen && (
        <Suspense>
          <Panel anchor={anchor} open={open} onOpenChange={setOpen} byKeyboard={byKeyboard} />
        </Suspense>
      )}
    </>
  );
}
