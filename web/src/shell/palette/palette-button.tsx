import { useLingui } from '@lingui/react/macro';
import Command from 'lucide-react/icons/command';
import { useEffect } from 'react';
import { Kbd } from '../../ui/kbd.tsx';
import { PALETTE_KEY } from '../key-names.ts';
import { openPalette, preloadPalette } from './open-palette.ts';

/** Opens the command palette. It is inside the field of the menu search and shows the palette's keys. */
export function PaletteButton() {
  const { t } = useLingui();
  useEffect(preloadPalette, []);
  return (
    <button
      type="button"
      aria-label={`${t`Command palette`}, ${PALETTE_KEY}`}
      aria-keyshortcuts="Control+K Meta+K"
      data-tooltip={t`Command palette`}
      data-tooltip-side="bottom"
      onClick={() => void openPalette()}
      className="absolute inset-y-0 right-0 flex min-w-(--control) items-center justify-center rounded-md px-2 text-muted hover:text-text"
    >
      <Kbd>{PALETTE_KEY}</Kbd>
      <Command size={18} aria-hidden="true" className="hidden pointer-coarse:block" />
    </button>
  );
}
