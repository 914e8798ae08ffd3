import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { formatDate } from '../../format/date.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import { resizedPicture } from '../../engine/files/file-address.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useKeyHints } from '../../ui/page-keys.ts';
import { type VoucherStack, selectedOf } from './voucher-stacks.ts';
import { Money } from '../../session/money.tsx';

interface VoucherCardsProps {
  stacks: readonly VoucherStack[];
  selectedIds: readonly number[];
  /** The user clicked a card, or pressed Enter on it. */
  onChoose: (stack: VoucherStack) => void;
  /** The user ticked or unticked a card. */
  onTick: (stack: VoucherStack) => void;
  /** The user pressed Enter on a selected card, or after ticking several. */
  onConfirm: () => void;
  /** The tick box that Tab focuses. */
  ref: RefObject<HTMLInputElement | null>;
}

const ARROW_STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/**
 * The vouchers redeemable here and now. A click, Enter or one of the first nine number keys chooses one. The tick box in
 * the corner, or Space, ticks one more; once several are ticked, a click does the same. Arrow keys move the focus.
 */
export function VoucherCards({ stacks, selectedIds, onChoose, onTick, onConfirm, ref }: VoucherCardsProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const listRef = useRef<HTMLUListElement>(null);
  const [focusedId, setFocusedId] = useState<number | null>(null);
  const isSelected = (stack: VoucherStack) => selectedOf(stack, selectedIds).length > 0;
  const hasSeveral = selectedIds.length > 1;
  const tabStop = stacks.find(({ first }) => first.id === focusedId) ?? stacks.find(isSelected) ?? stacks[0];

  useKeyHints(stacks.length > 1 ? [{ key: ' ', label: t`Tick or untick a voucher` }] : []);

  const handleKey = (event: KeyboardEvent, stack: VoucherStack) => {
    const step = ARROW_STEPS[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step !== undefined)
      listRef.current
        ?.querySelectorAll('input')
        .item((stacks.indexOf(stack) + step + stacks.length) % stacks.length)
        .focus();
    else if (hasSeveral || isSelected(stack)) onConfirm();
    else onChoose(stack);
  };

  return (
    <ul ref={listRef} className="grid gap-2.5 @xl:grid-cols-2">
      {stacks.map((stack, index) => {
        const { first, vouchers } = stack;
        const count = vouchers.length;
        const lastDay = formatDate(first.valid_until_date);
        return (
          <li key={first.id} className="flex">
            <label
              onClick={(event) => {
                const isTickBox = event.target instanceof Element && event.target.closest('[data-tick-box]') !== null;
                if (isTickBox || hasSeveral) return;
                // The label would tick the box.
                event.preventDefault();
                onChoose(stack);
              }}
              className="flex w-full cursor-pointer items-center gap-3.5 rounded-lg border border-border bg-surface p-3 select-none hover:border-strong-border has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:border-[Highlight]"
            >
              <img
                src={resizedPicture(first.file_url, 320)}
                alt=""
                width={72}
                height={72}
                className="size-18 shrink-0 rounded-md bg-sunken object-cover"
              />
              <span className="min-w-0 flex-1">
                <span className="block text-lg leading-snug font-semibold">
                  {language === 'id' ? first.name_id : first.name}
                </span>
                <span className="block text-muted">
                  <Money amount={first.nominal} currency={first.currency} isExact />
                </span>
                <span className="block text-sm text-muted tabular">
                  <Trans>until {lastDay}</Trans>
                  {count > 1 && (
                    <>
                      {' · '}
                      <Plural value={count} one="# left" other="# left" />
                    </>
                  )}
                </span>
              </span>
              <span className="-my-3 -mr-3 -ml-3.5 flex shrink-0 flex-col items-center self-stretch">
                <span data-tick-box className="grid size-11 place-items-center [&_input]:outline-none">
                  <Checkbox
                    ref={stack === tabStop ? ref : undefined}
                    tabIndex={stack === tabStop ? 0 : -1}
                    checked={isSelected(stack)}
                    onCheckedChange={() => onTick(stack)}
                    onFocus={() => setFocusedId(first.id)}
                    onKeyDown={(event) => handleKey(event, stack)}
                  />
                </span>
                {index < 9 && stacks.length > 1 && <Kbd>{index + 1}</Kbd>}
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}
