import type { FieldKind } from '@innkeeper/contract';
import type { ComponentType } from 'react';
import { ChoiceInput, FlagInput, OptionInput } from './choice-inputs.tsx';
import { DateFieldInput, InstantInput } from './date-inputs.tsx';
import { EditorInput } from './editor-input.tsx';
import type { FieldInputProps } from './field-input.ts';
import { FileInput } from './file-input.tsx';
import { NumberFieldInput } from './number-inputs.tsx';
import { ReferenceInput } from './reference-input.tsx';
import { ReferencesInput } from './references-input.tsx';
import { SecretInput } from './secret-input.tsx';
import { EmailInput, JsonInput, PhoneInput, TextAreaFieldInput, TextFieldInput } from './text-inputs.tsx';

/** The input component of each kind of field. */
const INPUT_BY_KIND: { readonly [K in FieldKind]: ComponentType<FieldInputProps<K>> } = {
  text: TextFieldInput,
  email: EmailInput,
  phone: PhoneInput,
  textarea: TextAreaFieldInput,
  editor: EditorInput,
  secret: SecretInput,
  integer: NumberFieldInput,
  decimal: NumberFieldInput,
  money: NumberFieldInput,
  flag: FlagInput,
  date: DateFieldInput,
  instant: InstantInput,
  reference: ReferenceInput,
  option: OptionInput,
  choice: ChoiceInput,
  file: FileInput,
  references: ReferencesInput,
  json: JsonInput,
};

/** Renders the input of a field. */
export function FieldInput(props: FieldInputProps) {
  // The kind selects the input for this field type.
  const Input = INPUT_BY_KIND[props.field.kind] as ComponentType<FieldInputProps>;
  return <Input {...props} />;
}
