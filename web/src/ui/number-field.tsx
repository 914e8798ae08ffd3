import type { ClipboardEvent, Ref } from 'react';
import { NumericFormat } from 'react-number-format';
import { parseTypedNumber } from '../format/number.ts';
import { classNames } from './class-names.ts';
import type { ControlProps } from './field.tsx';

export interface NumberInputProps extends ControlProps {
  /** A decimal as text (`"1250000.000"`); never a float, so that no digit is lost. Null where nothing is typed. */
  value: string | null;
  onValueChange: (value: string | null) => void;
  /** Decimals; always shown in full. 0 by default. */
  scale?: number;
  allowNegative?: boolean;
  /** Stands before the number: `Rp. `. */
  prefix?: string;
  name?: string;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  className?: string;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** A number with thousands separators while it is typed. */
export function NumberInput({
  value,
  onValueChange,
  scale = 0,
  allowNegative = false,
  className,
  ref,
  ...rest
}: NumberInputProps) {
  /** A number from elsewhere comes with its own separators and currency; it takes the place of what stands here. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (/^\d+$/.test(text.trim())) return;
    event.preventDefault();
    const read = parseTypedNumber(text, scale);
    if (read === undefined || (read.startsWith('-') && !allowNegative)) return;
    const [whole = '', fraction = ''] = read.split('.');
    onValueChange(scale > 0 ? `${whole}.${fraction.slice(0, scale).padEnd(scale, '0')}` : whole);
  };
  return (
    <NumericFormat
      {...rest}
      getInputRef={ref}
      value={value ?? ''}
      valueIsNumericString
      thousandSeparator=","
      decimalSeparator="."
      allowedDecimalSeparators={['.']}
      decimalScale={scale}
      fixedDecimalScale={scale > 0}
      allowNegative={allowNegative}
      inputMode={scale > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      className={classNames('control tabular text-right', className)}
      onPaste={paste}
      onValueChange={(values, source) => {
        // Formatting what was handed in is no change of the user's.
        if (source.source === 'event') onValueChange(values.value === '' ? null : values.value);
      }}
    />
  );
}
