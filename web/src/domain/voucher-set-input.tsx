import { VOUCHER_SETS } from '@innkeeper/contract';
import type { VoucherSet } from '@innkeeper/contract/calls';
import { Plural } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../engine/data/call-query.ts';
import type { FieldInputProps } from '../engine/form/inputs/field-input.ts';
import { useLabel } from '../i18n/use-label.ts';
import { labelProps } from '../ui/field.tsx';
import { RadioCard, RadioGroup } from '../ui/radio-group.tsx';

/** Pictures of a set that fit beside each other on a phone. */
const MAX_PICTURES = 4;

/** The sets of vouchers as a gallery: the pictures of each, and what it contains. */
export function VoucherSetInput({ value, onChange, controlProps, inputRef }: FieldInputProps) {
  const label = useLabel();
  const { data: sets = [] } = useQuery(callQuery('GET /api/setup/voucher_sets', {}));
  return (
    <RadioGroup {...controlProps} {...labelProps(controlProps)} className="grid gap-2 sm:grid-cols-2">
      {VOUCHER_SETS.map((option) => (
        <RadioCard
          key={option.value}
          checked={option.value === value}
          onChoose={() => onChange(option.value)}
          ref={option.value === value ? inputRef : undefined}
          className="flex flex-col gap-2 rounded-lg border border-strong-border/60 bg-surface p-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
        >
          <span className="font-medium">{label(option.label)}</span>
          <SetContent vouchers={sets.find(({ set }) => set === option.value)?.vouchers ?? []} />
        </RadioCard>
      ))}
    </RadioGroup>
  );
}

function SetContent({ vouchers }: Pick<VoucherSet, 'vouchers'>) {
  const label = useLabel();
  const pictures = [...new Set(vouchers.map(({ picture }) => picture))].slice(0, MAX_PICTURES);
  const count = vouchers.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <>
      <span className="flex aspect-32/5 gap-1 overflow-hidden">
        {pictures.map((picture) => (
          <img key={picture} src={picture} alt="" className="h-full min-w-0 flex-1 rounded-sm object-cover" />
        ))}
      </span>
      <span className="text-sm text-muted">
        {vouchers.length > 0 && (
          <>
            <Plural value={count} one="# voucher a card:" other="# vouchers a card:" />{' '}
            {vouchers.map(({ name, name_id }) => label({ en: name, id: name_id })).join(', ')}
          </>
        )}
      </span>
    </>
  );
}
