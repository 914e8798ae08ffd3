import { Trans, useLingui } from '@lingui/react/macro';
import Camera from 'lucide-react/icons/camera';
import Search from 'lucide-react/icons/search';
import { type Ref, type SubmitEvent, useRef, useState } from 'react';
import { useArrivalFocus } from '../../ui/arrival-focus.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { usePageKeys } from '../../ui/page-keys.ts';
import { TextInput } from '../../ui/text-field.tsx';
import type { Asked } from './counter-calls.ts';

interface CounterBoxProps {
  /** Vouchers are scanned here too. */
  withVouchers: boolean;
  asked: Asked | null;
  onFind: (q: string) => void;
  /** Before a hotel is chosen nobody can be asked for. */
  isReady: boolean;
  ref?: Ref<HTMLInputElement>;
}

const hasCamera = (): boolean => 'mediaDevices' in navigator;

/** The one box. It has the focus while nobody is found, so that a scanner, which types and sends Enter, needs no click. */
export function CounterBox({ withVouchers, asked, onFind, isReady }: CounterBoxProps) {
  const { t } = useLingui();
  const label = withVouchers ? t`Card, voucher, telephone, email or name` : t`Card, telephone, email or name`;
  const shown = asked && 'q' in asked ? asked.q : '';
  const [text, setText] = useState(shown);
  const [last, setLast] = useState(shown);
  if (shown !== last) {
    setLast(shown);
    setText(shown);
  }
  const box = useRef<HTMLInputElement>(null);
  const isEmpty = asked === null;
  useArrivalFocus(box, isEmpty && isReady);
  const lead = () => {
    box.current?.focus();
    box.current?.select();
  };
  const way = withVouchers ? t`To the box for card, voucher or name` : t`To the box for card or name`;
  usePageKeys([{ key: '/', label: way, act: lead }]);

  const find = (typed: string) => {
    if (typed.trim() !== '') onFind(typed.trim());
    else box.current?.focus();
  };
  const scan = async () => {
    const { scanCode } = await import('./camera-dialog.tsx');
    const code = await scanCode();
    if (code !== undefined) find(code);
  };

  return (
    <form
      role="search"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        find(text);
      }}
    >
      <div className="flex gap-2">
        <span className="relative block min-w-0 flex-1">
          <Search size={20} aria-hidden="true" className="absolute top-1/2 left-3.5 -translate-y-1/2 text-muted" />
          <TextInput
            ref={box}
            type="search"
            aria-label={label}
            placeholder={label}
            value={text}
            disabled={!isReady}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={255}
            onValueChange={setText}
            className="h-13! rounded-lg! pl-11! text-lg! text-ellipsis [&::-webkit-search-cancel-button]:hidden"
          />
        </span>
        {hasCamera() && (
          <Button
            aria-label={t`Scan with the camera`}
            disabled={!isReady}
            className="h-13! rounded-lg! px-4!"
            icon={<Camera size={20} aria-hidden="true" />}
            onClick={() => void scan()}
          />
        )}
        <Button
          type="submit"
          variant={isEmpty ? 'primary' : 'secondary'}
          disabled={!isReady}
          className="h-13! rounded-lg! px-5! max-sm:hidden"
        >
          <Trans>Find</Trans>
        </Button>
      </div>
      {isEmpty && isReady && (
        <p className="mt-2 text-sm text-muted">
          {withVouchers ? (
            <Trans>Scan the card or voucher, or type what the guest shows.</Trans>
          ) : (
            <Trans>Scan the card, or type what the guest shows.</Trans>
          )}{' '}
          <span className="pointer-coarse:hidden">
            <Trans>
              <Kbd>Enter</Kbd> looks for it, <Kbd>/</Kbd> leads back here.
            </Trans>
          </span>
        </p>
      )}
    </form>
  );
}
