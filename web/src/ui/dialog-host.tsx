import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { type DialogEntry, dialogs, removeDialog } from './dialog-store.ts';
import { useStore } from './store.ts';

const PLACEMENT_CLASSES = {
  // On a phone a message of two lines fits above it.
  dialog:
    'max-h-[calc(100dvh-2rem)] w-[min(var(--dialog-width),calc(100vw-2rem))] m-auto rounded-lg data-starting-style:translate-y-1 data-starting-style:opacity-0 data-ending-style:opacity-0 max-sm:mb-0 max-sm:w-full max-sm:max-h-[calc(100dvh-5rem)] max-sm:rounded-b-none',
  top: 'mx-auto mt-[min(12vh,7rem)] mb-auto max-h-[min(34rem,80vh)] w-[min(var(--dialog-width),calc(100vw-2rem))] rounded-lg data-starting-style:-translate-y-1 data-starting-style:opacity-0 data-ending-style:opacity-0 max-sm:m-0 max-sm:h-full max-sm:max-h-none max-sm:w-full max-sm:rounded-none',
  'drawer-right':
    'h-full w-[min(var(--dialog-width),100vw)] ml-auto data-starting-style:translate-x-full data-ending-style:translate-x-full',
  'drawer-left':
    'h-full w-[min(var(--dialog-width),calc(100vw-3rem))] mr-auto data-starting-style:-translate-x-full data-ending-style:-translate-x-full',
} as const;

/** Renders the open dialogs. Mounted once, at the end of the page. */
export function DialogHost() {
  const entries = useStore(dialogs);
  return <DialogStack entries={entries} />;
}

/** Nests each dialog in the one below it, so that Esc and a click outside reach only the topmost. */
function DialogStack({ entries }: { entries: readonly DialogEntry[] }) {
  const [entry, ...rest] = entries;
  return entry && <StackedDialog key={entry.id} entry={entry} rest={rest} />;
}

function StackedDialog({ entry, rest }: { entry: DialogEntry; rest: readonly DialogEntry[] }) {
  const popup = useRef<HTMLDivElement>(null);
  // A dialog that was closed before its first render has no closing animation to wait for, so remove it directly.
  const [isClosedUnseen] = useState(!entry.open);
  useEffect(() => {
    if (isClosedUnseen) removeDialog(entry.id);
  }, [isClosedUnseen, entry.id]);
  // A dialog opened while this one closes is rendered after this one has been removed.
  const dialogsAbove = entry.open ? rest : rest.filter((other) => !other.open);
  const { placement = 'dialog', alert = false, width = '32rem' } = entry.options;
  const Root = alert ? AlertDialog.Root : Base.Root;
  return (
    <Root
      open={entry.open}
      onOpenChange={(open, details) => {
        if (open) return;
        // Let the dialog decide, because it may have to ask the user first.
        details.cancel();
        void entry.dismiss();
      }}
      onOpenChangeComplete={(open) => {
        if (!open) removeDialog(entry.id);
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Viewport className="fixed inset-0 z-40 flex overflow-hidden">
          <Base.Popup
            ref={popup}
            initialFocus={() => findInitialFocus(popup.current, placement)}
            finalFocus={() => findReturnFocus(entry.opener, popup.current)}
            style={{ '--dialog-width': width } as React.CSSProperties} // custom properties are not among React's
            className={classNames(
              'flex flex-col bg-raised text-text shadow-overlay outline-none transition-[translate,opacity] duration-200 forced-colors:border',
              PLACEMENT_CLASSES[placement],
            )}
          >
            {entry.content}
            <DialogStack entries={dialogsAbove} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Root>
  );
}

const FIELDS =
  ':is(input:not([tabindex="-1"]), textarea, select, [role=combobox], [role=checkbox], [role=radio][tabindex="0"]):not(:disabled, [aria-hidden=true])';

/**
 * Finds the first focus in a dialog. A confirmation focuses its safe button. A dialog that is still loading focuses
 * itself, because a button that disappears after loading would lose the focus. Any other dialog focuses its first field
 * (not on touch screens, where it would only open the keyboard); drawers, and dialogs without fields, their first
 * focusable element.
 */
function findInitialFocus(popup: HTMLElement | null, placement: keyof typeof PLACEMENT_CLASSES): HTMLElement | boolean {
  const marked = popup?.querySelector<HTMLElement>('[data-first-focus]');
  if (marked) return marked;
  if (popup?.querySelector('[data-waiting]')) return popup;
  if (placement.startsWith('drawer') || matchMedia('(pointer: coarse)').matches) return true;
  const fields = [...(popup?.querySelectorAll<HTMLElement>(FIELDS) ?? [])];
  return fields.find((field) => field.checkVisibility()) ?? true;
}

/**
 * Finds the focus after a dialog has closed: the element that opened it. Base UI does not find that element if a field
 * took the focus when it was mounted. False (no change) if the focus has moved elsewhere meanwhile.
 */
function findReturnFocus(opener: Element | null, popup: HTMLElement | null): HTMLElement | boolean {
  const activeElement = document.activeElement;
  const hasMoved = activeElement !== null && activeElement !== document.body && !popup?.contains(activeElement);
  const isConnected = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
  if (hasMoved) return false;
  return isConnected ? opener : true;
}
