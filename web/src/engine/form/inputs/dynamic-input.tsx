import { INPUT_TYPE, type NumberShape, formatMessage } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { numberProblem } from '../../../format/number-input.ts';
import { useLanguage } from '../../../i18n/use-label.ts';
import { DateInput } from '../../../ui/date-field.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { NumberInput } from '../../../ui/number-field.tsx';
import { SelectInput } from '../../../ui/select.tsx';
import { TextAreaInput, TextInput } from '../../../ui/text-field.tsx';
import { EditorInput } from './editor-input.tsx';
import { type FieldInputProps, textOf } from './field-input.ts';

export interface DynamicInputProps extends FieldInputProps {
  /** Code of the input type; null while none is selected. */
  inputType: string | null;
  /** The choices of a select. Without them, the value is the list of choices, one per line. */
  choices?: readonly string[];
}

/** Whether values of the type can contain a sentence, and therefore a placeholder. */
export const isFreeText = (inputType: string | null): boolean => inputType === null || !STRUCTURED_TYPES.has(inputType);
const STRUCTURED_TYPES: ReadonlySet<string> = new Set([
  INPUT_TYPE.number,
  INPUT_TYPE.decimal,
  INPUT_TYPE.date,
  INPUT_TYPE.select,
]);

/** Numeric parameters may be negative. */
const WHOLE_NUMBER: NumberShape = { scale: 0, min: Number.NEGATIVE_INFINITY };
const DECIMAL: NumberShape = { ...WHOLE_NUMBER, scale: 6 };

/** A text value, with the input that its input type requires. */
export function DynamicInput({ inputType, choices, ...props }: DynamicInputProps) {
  const { t } = useLingui();
  const { name, value, onChange, onBlur, controlProps, inputRef } = props;
  const text = textOf(value);
  const inputProps = { ...controlProps, ref: inputRef, name, onBlur };
  switch (inputType) {
    case INPUT_TYPE.text:
      return <TextInput {...inputProps} autoComplete="off" value={text} onValueChange={onChange} />;
    case INPUT_TYPE.number:
      return <SignedNumberInput {...props} shape={WHOLE_NUMBER} />;
    case INPUT_TYPE.decimal:
      return <SignedNumberInput {...props} shape={DECIMAL} />;
    case INPUT_TYPE.date:
      return <DateInput {...inputProps} value={text || null} onValueChange={onChange} />;
    case INPUT_TYPE.editor:
      return <EditorInput {...props} />;
    case INPUT_TYPE.select:
      if (choices)
        return (
          <SelectInput
            {...controlProps}
            ref={inputRef}
            value={text || null}
            onValueChange={onChange}
            options={choices.map((choice) => ({ value: choice, label: choice }))}
            placeholder={t`Choose…`}
          />
        );
      return (
        <TextAreaInput
          {...inputProps}
          rows={3}
          placeholder={t`One option per line; the first is the default`}
          value={text}
          onValueChange={onChange}
        />
      );
    default:
      return <TextAreaInput {...inputProps} rows={3} value={text} onValueChange={onChange} />;
  }
}

/** Form validation treats the field as text, so the input itself shows number errors. */
function SignedNumberInput({
  name,
  value,
  onChange,
  onBlur,
  controlProps,
  inputRef,
  shape,
}: FieldInputProps & NumberShapeProps) {
  const language = useLanguage();
  const id = useId();
  const stored = textOf(value) || null;
  const problem = numberProblem(stored, shape);
  return (
    <>
      <NumberInput
        {...controlProps}
        aria-describedby={[controlProps['aria-describedby'], problem && id].filter(Boolean).join(' ')}
        ref={inputRef}
        name={name}
        shape={shape}
        isPlain
        value={stored}
        onValueChange={onChange}
        onBlur={onBlur}
      />
      {problem && <FieldError id={id}>{formatMessage(problem, language)}</FieldError>}
    </>
  );
}

interface NumberShapeProps {
  shape: NumberShape;
}
