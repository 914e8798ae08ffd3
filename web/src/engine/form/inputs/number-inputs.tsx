import { numberShape } from '@innkeeper/contract';
import { NumberInput } from '../../../ui/number-field.tsx';
import { type FieldInputProps, textOf } from './field-input.ts';

/** A number, with the decimals of its field and within its bounds. */
export function NumberFieldInput({
  name,
  field,
  value,
  onChange,
  onBlur,
  wiring,
  inputRef,
}: FieldInputProps<'integer'> | FieldInputProps<'decimal'> | FieldInputProps<'money'>) {
  return (
    <NumberInput
      {...wiring}
      ref={inputRef}
      name={name}
      shape={numberShape(field) ?? { scale: 0 }}
      value={textOf(value) || null}
      onValueChange={onChange}
      onBlur={onBlur}
    />
  );
}
