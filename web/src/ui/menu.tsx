import { Menu as Base } from '@base-ui/react/menu';
import Check from 'lucide-react/icons/check';
import { type ReactElement, type ReactNode, createContext, use, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import type { MenuPanelProps } from './menu-button.tsx';

/** Runs an action once the menu around the component has closed. */
const AfterCloseContext = createContext<(action: () => void) => void>((action) => action());

/**
 * The list of a menu without its button (see menu-button.tsx). The action of a chosen item runs after the menu has
 * closed and its button has the focus again: the menu would otherwise take the focus from a dialog that the action
 * opens, and the dialog could not return it to the button.
 */
export function MenuPanel({
  anchor,
  open,
  onOpenChange,
  byKeyboard,
  align = 'end',
  children,
}: MenuPanelProps & { children: ReactNode; align?: 'start' | 'end' }) {
  const popup = useRef<HTMLDivElement>(null);
  const chosenAction = useRef<(() => void) | null>(null);
  const runChosenAction = () => {
    const action = chosenAction.current;
    chosenAction.current = null;
    action?.();
  };
  // A menu that is removed while it closes, for example by a response, must not lose the choice.
  useEffect(() => runChosenAction, []);
  useEffect(() => {
    if (!open || !byKeyboard) return;
    // The panel takes the focus in the frame in which it opens, so wait for the next one.
    const frame = requestAnimationFrame(() => popup.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus());
    return () => cancelAnimationFrame(frame);
  }, [open, byKeyboard]);
  return (
    <Base.Root
      modal={false}
      open={open}
      onOpenChangeComplete={(isOpen) => !isOpen && runChosenAction()}
      onOpenChange={(next, details) => {
        // The button handles presses on itself.
        const { target } = details.event;
        if (target instanceof Node && anchor.current?.contains(target)) details.cancel();
        else onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} side="bottom" align={align} sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            ref={popup}
            finalFocus={anchor}
            className="popup max-h-(--available-height) min-w-44 overflow-y-auto p-1"
          >
            <AfterCloseContext value={(action) => (chosenAction.current = action)}>{children}</AfterCloseContext>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface MenuItemProps {
  children: ReactNode;
  icon?: ReactNode;
  /** The keyboard shortcut, shown at the right edge. */
  shortcut?: ReactNode;
  /** Called after the menu has closed. */
  onClick?: () => void;
  disabled?: boolean;
  tone?: 'danger';
  /** A link that is rendered instead of the plain line. */
  render?: ReactElement<Record<string, unknown>>;
}

export function MenuItem({ children, icon, shortcut, tone, onClick, ...rest }: MenuItemProps) {
  const runAfterClose = use(AfterCloseContext);
  return (
    <Base.Item
      {...rest}
      onClick={onClick && (() => runAfterClose(onClick))}
      className={classNames('choice', tone === 'danger' && 'text-danger-text')}
    >
      {icon && <span className={classNames('flex', tone !== 'danger' && 'text-muted')}>{icon}</span>}
      <span className="flex-1">{children}</span>
      {shortcut}
    </Base.Item>
  );
}

export interface MenuChoicesProps<V extends string> {
  value: V;
  onValueChange: (value: V) => void;
  choices: readonly { value: V; label: ReactNode; icon?: ReactNode }[];
}

/** A choice of one option, within a menu. */
export function MenuChoices<V extends string>({ value, onValueChange, choices }: MenuChoicesProps<V>) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: V) => onValueChange(next)}>
      {choices.map((choice) => (
        <Base.RadioItem key={choice.value} value={choice.value} closeOnClick className="choice">
          {choice.icon && <span className="flex text-muted">{choice.icon}</span>}
          <span className="flex-1">{choice.label}</span>
          <span className="flex w-4">
            <Base.RadioItemIndicator className="text-accent-text">
              <Check size={16} />
            </Base.RadioItemIndicator>
          </span>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

/** Related lines under a heading. */
export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-faint">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-border" />;
}
