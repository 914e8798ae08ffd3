import { Plural, Trans } from '@lingui/react/macro';
import type { Ref } from 'react';
import { formatDate } from '../../format/date.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import { resizedPicture } from '../../engine/files/file-address.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { RadioCard } from '../../ui/radio-group.tsx';
import type { VoucherStack } from './voucher-stacks.ts';
import { Money } from '../../session/money.tsx';

interface VoucherCardsProps {
  stacks: readonly VoucherStack[];
  selectedId: number | null;
  onChoose: (id: number) => void;
  /** The user confirmed a card by click or Enter. Moving over it with the arrow keys only selects it. */
  onConfirm: () => void;
  /** The card that gets the first focus. */
  ref?: Ref<HTMLInputElement>;
}

/** The vouchers redeemable here and now, to choose one. The first nine can be chosen by number key. */
export function VoucherCards({ stacks, selectedId, onChoose, onConfirm, ref }: VoucherCardsProps) {
  const language = useLanguage();
  return (
    <ul className="grid gap-2.5 @xl:grid-cols-2">
      {stacks.map(({ first, count }, index) => {
        const lastDay = formatDate(first.valid_until_date);
        return (
          <li key={first.id} className="flex">
            <RadioCard
              ref={index === 0 ? ref : undefined}
              checked={first.id === selectedId}
              onChoose={() => onChoose(first.id)}
              // Arrow keys also trigger clicks, but with a click count of 0. The browser focuses the card after the
              // click.
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                onChoose(first.id);
                onConfirm();
              }}
              onClick={(event) => event.detail > 0 && requestAnimationFrame(onConfirm)}
              className="flex w-full items-center gap-3.5 rounded-lg border border-border bg-surface p-3 hover:border-strong-border has-checked:border-accent has-checked:bg-accent-soft"
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
              {index < 9 && stacks.length > 1 && <Kbd>{index + 1}</Kbd>}
            </RadioCard>
          </li>
        );
      })}
    </ul>
  );
}
