import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { dialogs } from '../ui/dialog-store.ts';
import { isPageCommand } from '../ui/page-keys.ts';
import { HELP_KEY, isMac } from './key-names.ts';
import { openHelp } from './help/open-help.ts';
import { holdKeys } from '../ui/typed-ahead.ts';
import { openPalette } from './palette/open-palette.ts';
import { useStarredPages } from './shortcuts.ts';

const TEXT_INPUTS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';

/**
 * Alt+1…9 opens a shortcut, Ctrl+K or ⌘K the palette, ? the help, unless a dialog is open. The digits and the
 * question mark do not work in text fields. Keys typed while any dialog opens are kept for it.
 */
export function useShellKeys(): void {
  const navigate = useNavigate();
  const pages = useStarredPages();
  const latestPages = useRef(pages);
  useEffect(() => {
    latestPages.current = pages;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isNoDialogOpen = !dialogs.get().some((dialog) => dialog.open);
      // `code`, not `key`: on a Mac, Option with a digit types another character.
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
      if (digit !== undefined && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        const url = latestPages.current[Number(digit) - 1]?.url;
        if (
          url === undefined ||
          !isNoDialogOpen ||
          (event.target instanceof Element && event.target.closest(TEXT_INPUTS))
        )
          return;
        event.preventDefault();
        void navigate({ to: url });
      } else if (
        event.key.toLowerCase() === 'k' &&
        (isMac ? event.metaKey : event.ctrlKey) &&
        !event.altKey &&
        !event.shiftKey
      ) {
        // Browsers use these keys for their own search.
        event.preventDefault();
        if (isNoDialogOpen) void openPalette();
      } else if (event.key === HELP_KEY && !event.ctrlKey && !event.metaKey && isNoDialogOpen && isPageCommand(event)) {
        event.preventDefault();
        void openHelp();
      }
    };
    let dialogCount = dialogs.get().length;
    const unsubscribe = dialogs.subscribe(() => {
      const isOpening = dialogs.get().length > dialogCount;
      dialogCount = dialogs.get().length;
      if (isOpening) holdKeys();
    });
    document.addEventListener('keydown', onKeyDown);
    return () => {
      unsubscribe();
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [navigate]);
}
