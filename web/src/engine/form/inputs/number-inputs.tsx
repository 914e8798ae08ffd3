import { numberShape } from '@innkeeper/contract';
import { currencyPrefix } from '../../../format/number.ts';
import { decimalsOf } from '../../../session/currencies.ts';
import { NumberInput } from '../../../ui/number-field.tsx';
import { type FieldInputProps, textOf } from './field-input.ts';

/**
 * A number within the scale and bounds of its field. An amount shows the decimals of its currency, and further ones
 * only if they are not zero. While the currency is unknown, it shows the decimals that were typed.
 */
export function NumberFieldInput({
  name,
  field,
  value,
  onChange,
  onBlur,
  controlProps,
  inputRef,
  currency,
  isPlain,
}: FieldInputProps<'integer'> | FieldInputProps<'decimal'> | FieldInputProps<'money'>) {
  const decimals = field.kind === 'money' ? (currency ? decimalsOf(currency) : 0) : undefined;
  return (
    <NumberInput
      {...controlProps}
      ref={inputRef}
      name={name}
      shape={numberShape(field) ?? { scale: 0 }}
      decimals={decimals}
      prefix={currencyPrefix(currency)}
      isPlain={isPlain}
      value={textOf(value) || null}
      onValueChange={onChange}
      onBlur={onBlur}
    />
  );
}
