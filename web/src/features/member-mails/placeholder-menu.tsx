import { Trans } from '@lingui/react/macro';
import Braces from 'lucide-react/icons/braces';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { MenuItem, MenuPanel } from '../../ui/menu.tsx';
import type { Placeholder } from './placeholders.ts';

/** A button below a text, with the placeholders it may contain. Choosing one moves the focus to the text. */
export function PlaceholderMenu({
  placeholders,
  onPick,
}: {
  placeholders: readonly Placeholder[];
  onPick: (text: string) => void;
}) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isByKeyboard, setIsByKeyboard] = useState(false);
  return (
    <>
      <Button
        ref={anchor}
        variant="ghost"
        size="small"
        className="-mr-1 self-end text-muted!"
        icon={<Braces size={15} />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        disabled={placeholders.length === 0}
        onClick={(event) => {
          // A click by Enter or Space has a click count of 0.
          setIsByKeyboard(event.detail === 0);
          setOpen(!isOpen);
        }}
      >
        <Trans>Insert placeholder</Trans>
      </Button>
      <MenuPanel anchor={anchor} open={isOpen} onOpenChange={setOpen} byKeyboard={isByKeyboard}>
        <div className="max-h-72 overflow-y-auto">
          {placeholders.map(({ text, meaning }) => (
            <MenuItem key={text} onClick={() => onPick(text)}>
              <span className="block font-mono text-sm">{text}</span>
              <span className="block text-xs text-muted">{meaning}</span>
            </MenuItem>
          ))}
        </div>
      </MenuPanel>
    </>
  );
}
