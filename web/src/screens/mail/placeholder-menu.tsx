import { Trans } from '@lingui/react/macro';
import Braces from 'lucide-react/icons/braces';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { MenuItem, MenuPanel } from '../../ui/menu.tsx';
import type { Offered } from './placeholders.ts';

/** A button below a text, with the placeholders that may stand in it. */
export function PlaceholderMenu({ offered, onPick }: { offered: readonly Offered[]; onPick: (text: string) => void }) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  return (
    <>
      <Button
        ref={anchor}
        variant="ghost"
        size="small"
        className="-ml-1 self-start text-muted!"
        icon={<Braces size={15} aria-hidden="true" />}
        aria-haspopup="menu"
        aria-expanded={open}
        disabled={offered.length === 0}
        onClick={(event) => {
          // A press of Enter or Space counts no clicks.
          setByKeyboard(event.detail === 0);
          setOpen(!open);
        }}
      >
        <Trans>Insert a placeholder</Trans>
      </Button>
      <MenuPanel anchor={anchor} open={open} onOpenChange={setOpen} byKeyboard={byKeyboard}>
        {offered.map(({ text, meaning }) => (
          <MenuItem key={text} onClick={() => onPick(text)}>
            <span className="block font-mono text-sm">{text}</span>
            <span className="block text-xs text-muted">{meaning}</span>
          </MenuItem>
        ))}
      </MenuPanel>
    </>
  );
}
