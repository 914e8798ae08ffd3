import { Trans, useLingui } from '@lingui/react/macro';
import Camera from 'lucide-react/icons/camera';
import Search from 'lucide-react/icons/search';
import { type Ref, type SubmitEvent, useRef, useState } from 'react';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { usePageKeys } from '../../ui/page-keys.ts';
import { TextInput } from '../../ui/text-field.tsx';
import type { DeskLookup } from './front-desk-calls.ts';
import { useScanner } from './use-scanner.ts';
import { holdKeys } from '../../ui/typed-ahead.ts';

interface DeskSearchBoxProps {
  /** Vouchers can be scanned too. */
  acceptsVouchers: boolean;
  deskLookup: DeskLookup | null;
  /** Handles a code before it is searched: true if it belongs to the guest on screen. */
  onCode?: ((code: string) => boolean) | undefined;
  onSearch: (q: string) => void;
  /** Without a chosen hotel no guest can be looked up. */
  isReady: boolean;
  ref?: Ref<HTMLInputElement>;
}

const hasCamera = (): boolean => 'mediaDevices' in navigator;

/**
 * The search box of the front desk. It has the focus until a guest is found, and then still gets what a scanner types,
 * so that the next card needs no click.
 */
export function DeskSearchBox({ acceptsVouchers, deskLookup, onCode, onSearch, isReady }: DeskSearchBoxProps) {
  const { t } = useLingui();
  const label = acceptsVouchers ? t`Card, voucher, phone, email or name` : t`Card, phone, email or name`;
  const lookupText = deskLookup && 'q' in deskLookup ? deskLookup.q : '';
  const [text, setText] = useState(lookupText);
  const [lastLookupText, setLastLookupText] = useState(lookupText);
  if (lookupText !== lastLookupText) {
    setLastLookupText(lookupText);
    setText(lookupText);
  }
  const inputRef = useRef<HTMLInputElement>(null);
  const isEmpty = deskLookup === null;
  useFocusOnMount(inputRef, isEmpty && isReady);
  const focusInput = () => {
    inputRef.current?.focus();
    inputRef.current?.select();
  };
  const focusLabel = acceptsVouchers ? t`Go to card, voucher or name search` : t`Go to card or name search`;
  usePageKeys([{ key: '/', label: focusLabel, run: focusInput }]);
  useScanner(focusInput, isReady);

  const search = (searchText: string) => {
    const code = searchText.trim();
    if (code === '') inputRef.current?.focus();
    else if (onCode?.(code)) setText(lookupText);
    else onSearch(code);
  };
  const scan = async () => {
    const { scanCode } = await holdKeys(import('./camera-dialog.tsx'));
    const code = await scanCode();
    if (code !== undefined) search(code);
  };

  return (
    <form
      role="search"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        search(text);
      }}
    >
      <div className="flex gap-2">
        <span className="relative block min-w-0 flex-1">
          <Search size={20} className="absolute top-1/2 left-3.5 -translate-y-1/2 text-muted" />
          <TextInput
            ref={inputRef}
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
            aria-label={t`Scan with camera`}
            disabled={!isReady}
            className="h-13! rounded-lg! px-4!"
            icon={<Camera size={20} />}
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
          {acceptsVouchers ? (
            <Trans>Scan or type a card, voucher, phone, email or name.</Trans>
          ) : (
            <Trans>Scan or type a card, phone, email or name.</Trans>
          )}{' '}
          <span className="pointer-coarse:hidden">
            <Trans>
              <Kbd>Enter</Kbd> to search, <Kbd>/</Kbd> to return here.
            </Trans>
          </span>
        </p>
      )}
    </form>
  );
}
