import { Trans } from '@lingui/react/macro';
import Braces from 'lucide-react/icons/braces';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { MenuItem, MenuPanel } from '../../ui/menu.tsx';
import type { Offered } from './placeholders.ts';

/** A button below a text, with the placeholders it may contain. Choosing one moves the focus to the text. */
export function PlaceholderMenu({ offered, onPick }: { offered: readonly Offered[]; onPick: (text: string) => void }) {
  const anchor = useRef<HTMLButtonElement>(null);
  const picked = useRef(false);
  const [open, setOpen] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  return (
    <>
      <Button
        ref={anchor}
        variant="ghost"
        size="small"
        className="-mr-1 self-end text-muted!"
        icon={<Braces size={15} aria-hidden="true" />}
        aria-haspopup="menu"
        aria-expanded={open}
        disabled={offered.length === 0}
        onClick={(event) => {
          // A click by Enter or Space has a click count of 0.
          setByKeyboard(event.detail === 0);
          picked.current = false;
          setOpen(!open);
        }}
      >
        <Trans>Insert placeholder</Trans>
      </Button>
      <MenuPanel
        anchor={anchor}
        open={open}
        onOpenChange={setOpen}
        byKeyboard={byKeyboard}
        finalFocus={() => (picked.current ? false : anchor.current)}
      >
        <div className="max-h-72 overflow-y-auto">
          {offered.map(({ text, meaning }) => (
            <MenuItem
              key={text}
              onClick={() => {
                picked.current = true;
                onPick(text);
              }}
            >
              <span className="block font-mono text-sm">{text}</span>
              <span className="block text-xs text-muted">{meaning}</span>
            </MenuItem>
          ))}
        </div>
      </MenuPanel>
    </>
  );
}
