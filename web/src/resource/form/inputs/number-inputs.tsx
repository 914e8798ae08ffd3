import { MONEY_SCALE } from '@innkeeper/contract';
import { NumberInput } from '../../../ui/number-field.tsx';
import type { FormValue } from '../form-values.ts';
import type { FieldInputProps } from './field-input.ts';

const decimalText = (value: FormValue): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The three differ in their decimals and in whether they may be negative. */
function numberInput(
  { name, value, onChange, onBlur, wiring, inputRef }: FieldInputProps,
  scale: number,
  allowNegative: boolean,
) {
  return (
    <NumberInput
      {...wiring}
      ref={inputRef}
      name={name}
      scale={scale}
      allowNegative={allowNegative}
      value={decimalText(value)}
      onValueChange={onChange}
      onBlur={onBlur}
    />
  );
}

export const IntegerInput = (props: FieldInputProps<'integer'>) => numberInput(props, 0, (props.field.min ?? 0) < 0);
export const DecimalInput = (props: FieldInputProps<'decimal'>) =>
  numberInput(props, props.field.scale, (props.field.min ?? 0) < 0);
export const MoneyInput = (props: FieldInputProps<'money'>) =>
  numberInput(props, props.field.whole ? 0 : MONEY_SCALE, false);
