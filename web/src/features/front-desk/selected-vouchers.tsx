import type { DeskVoucher } from '@innkeeper/contract/calls';
import { Plural, useLingui } from '@lingui/react/macro';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useLanguage } from '../../i18n/use-label.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { VoucherStack } from './voucher-stacks.ts';
import { VoucherWorth } from './voucher-worth.tsx';

/** A stack with its selected vouchers, of which there is at least one. */
export interface SelectedStack {
  readonly stack: VoucherStack;
  readonly vouchers: readonly DeskVoucher[];
}

interface SelectedVouchersProps {
  selection: readonly SelectedStack[];
  /** Sets how many vouchers of a stack are selected. */
  onCountChange: (stack: VoucherStack, count: number) => void;
}

/** The vouchers about to be redeemed, with the number of equal ones, and what several are worth together. */
export function SelectedVouchers({ selection, onCountChange }: SelectedVouchersProps) {
  const language = useLanguage();
  const vouchers = selection.flatMap((selected) => selected.vouchers);
  return (
    <>
      <ul className="flex flex-col gap-3">
        {selection.map(({ stack, vouchers: ofStack }) => (
          <li key={stack.first.id} className="flex items-start justify-between gap-3">
            <p className="min-w-0 text-lg leading-snug font-semibold">
              {language === 'id' ? stack.first.name_id : stack.first.name}
              <span className="block text-sm font-normal text-muted tabular">
                {ofStack.map(({ voucher_no }) => voucher_no).join(', ')}
              </span>
            </p>
            {stack.vouchers.length > 1 && (
              <Stepper
                count={ofStack.length}
                max={stack.vouchers.length}
                onCountChange={(count) => onCountChange(stack, count)}
              />
            )}
          </li>
        ))}
      </ul>
      {vouchers.length > 1 && (
        <p className="flex flex-wrap justify-between gap-x-3 border-t border-border pt-3 font-medium">
          <span>
            <Plural value={vouchers.length} one="# voucher" other="# vouchers" />
          </span>
          <span>
            <VoucherWorth vouchers={vouchers} />
          </span>
        </p>
      )}
    </>
  );
}

interface StepperProps {
  count: number;
  max: number;
  onCountChange: (count: number) => void;
}

function Stepper({ count, max, onCountChange }: StepperProps) {
  const { t } = useLingui();
  return (
    // A press leaves the focus in the booking number: on a phone the keyboard would close, and the page would move.
    <span className="flex shrink-0 items-center" onMouseDown={(event) => event.preventDefault()}>
      <IconButton
        variant="secondary"
        label={t`One less`}
        disabled={count === 1}
        onClick={() => onCountChange(count - 1)}
      >
        <Minus size={16} />
      </IconButton>
      <output className="min-w-9 text-center text-lg font-semibold tabular">{count}</output>
      <IconButton
        variant="secondary"
        label={t`One more`}
        disabled={count === max}
        onClick={() => onCountChange(count + 1)}
      >
        <Plus size={16} />
      </IconButton>
    </span>
  );
}
