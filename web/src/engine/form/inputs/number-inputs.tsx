import { numberShape } from '@innkeeper/contract';
import { decimalsOf } from '../../../session/currencies.ts';
import { NumberInput } from '../../../ui/number-field.tsx';
import { type FieldInputProps, textOf } from './field-input.ts';

/**
 * A number, with the decimals of its field and within its bounds. An amount shows those of its currency, and further ones where they
 * are not zero; where the currency is not known yet, those that were typed.
 */
export function NumberFieldInput({
  name,
  field,
  value,
  onChange,
  onBlur,
  wiring,
  inputRef,
  currency,
}: FieldInputProps<'integer'> | FieldInputProps<'decimal'> | FieldInputProps<'money'>) {
  const decimals = field.kind === 'money' ? (currency ? decimalsOf(currency) : 0) : undefined;
  return (
    <NumberInput
      {...wiring}
      ref={inputRef}
      name={name}
      shape={numberShape(field) ?? { scale: 0 }}
      decimals={decimals}
      value={textOf(value) || null}
      onValueChange={onChange}
      onBlur={onBlur}
    />
  );
}
