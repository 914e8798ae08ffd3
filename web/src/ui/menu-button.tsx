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
import { type KeyHint, usePageKeys } from './page-keys.ts';

/** The props that a menu button passes to its panel. */
export interface MenuPanelProps {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Opened by keyboard, so the first line takes the focus. */
  byKeyboard: boolean;
}

export interface MenuButtonProps {
  trigger: ReactElement<Record<string, unknown>>;
  /** Rendered, and loaded if it is `lazy`, when the pointer or the focus reaches the button. */
  panel: ComponentType<MenuPanelProps>;
  /** A key of the page that opens the menu, like a press of Enter on the button. */
  pageKey?: KeyHint | undefined;
}

/** A button whose menu is loaded shortly before it is used, because most menus of the toolbar are never opened. */
export function MenuButton({ trigger, panel: Panel, pageKey }: MenuButtonProps) {
  const [isRequested, setIsRequested] = useState(false);
  const [open, setOpen] = useState(false);
  const [isOpenedByKeyboard, setIsOpenedByKeyboard] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const loadPanel = () => setIsRequested(true);
  usePageKeys(pageKey ? [{ ...pageKey, run: () => anchor.current?.click() }] : []);
  const button = cloneElement(trigger, {
    ref: anchor,
    'aria-haspopup': 'menu',
    'aria-keyshortcuts': pageKey?.key,
    'aria-expanded': open,
    'data-popup-open': open ? '' : undefined,
    onPointerEnter: loadPanel,
    onFocus: loadPanel,
    onClick(event: MouseEvent) {
      loadPanel();
      // For Enter and Space, the click count is 0.
      setIsOpenedByKeyboard(event.detail === 0);
      setOpen(!open);
    },
    onKeyDown(event: KeyboardEvent) {
      // With Ctrl or Cmd, the arrow keys belong to the surrounding element.
      if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      loadPanel();
      setIsOpenedByKeyboard(true);
      setOpen(true);
    },
  });
  return (
    <>
      {button}
      {isRequested && (
        <Suspense>
          <Panel anchor={anchor} open={open} onOpenChange={setOpen} byKeyboard={isOpenedByKeyboard} />
        </Suspense>
      )}
    </>
  );
}
