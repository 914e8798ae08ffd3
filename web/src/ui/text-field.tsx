import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldProps, splitField } from './field.tsx';

export interface TextInputProps extends ComponentProps<'input'> {
  onValueChange?: (value: string) => void;
}

/** A one-line text input without a label. */
export function TextInput({ onValueChange, onChange, className, ...rest }: TextInputProps) {
  return (
    <input
      type="text"
      {...rest}
      className={classNames('control', className)}
      onChange={(event) => {
        onChange?.(event);
        onValueChange?.(event.target.value);
      }}
    />
  );
}

export interface TextAreaInputProps extends ComponentProps<'textarea'> {
  onValueChange?: (value: string) => void;
}

/** A text input of several lines. It grows with its content if the browser supports that. */
export function TextAreaInput({ onValueChange, onChange, className, rows = 3, ...rest }: TextAreaInputProps) {
  return (
    <textarea
      rows={rows}
      {...rest}
      className={classNames('control field-sizing-content h-auto! max-h-96 min-h-20 resize-y py-2', className)}
      onChange={(event) => {
        onChange?.(event);
        onValueChange?.(event.target.value);
      }}
    />
  );
}

export type TextFieldProps = FieldProps & TextInputProps;

export function TextField(props: TextFieldProps) {
  const [field, control] = splitField(props);
  return <Field {...field}>{(controlProps) => <TextInput {...control} {...controlProps} />}</Field>;
}
