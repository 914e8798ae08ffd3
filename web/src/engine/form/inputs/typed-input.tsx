import { INPUT_TYPE, type NumberShape, sentence } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { numberProblem } from '../../../format/typed-number.ts';
import { useLanguage } from '../../../i18n/use-label.ts';
import { DateInput } from '../../../ui/date-field.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { NumberInput } from '../../../ui/number-field.tsx';
import { SelectInput } from '../../../ui/select.tsx';
import { TextAreaInput, TextInput } from '../../../ui/text-field.tsx';
import { EditorInput } from './editor-input.tsx';
import { type FieldInputProps, textOf } from './field-input.ts';

export interface TypedInputProps extends FieldInputProps {
  /** Code of the input type; null while none is chosen. */
  inputType: string | null;
  /** The choices of a select; without them the value is the list of choices, one a line. */
  choices?: readonly string[];
}

/** Types whose values have room for a sentence, and so for a placeholder. */
export const isWritten = (inputType: string | null): boolean => inputType === null || !NOT_WRITTEN.has(inputType);
const NOT_WRITTEN: ReadonlySet<string> = new Set([
  INPUT_TYPE.number,
  INPUT_TYPE.decimal,
  INPUT_TYPE.date,
  INPUT_TYPE.select,
]);

/** Numbers of parameters may be negative. */
const WHOLE: NumberShape = { scale: 0, min: Number.NEGATIVE_INFINITY };
const DECIMAL: NumberShape = { ...WHOLE, scale: 6 };

/** A text that is filled in as its input type says. */
export function TypedInput({ inputType, choices, ...props }: TypedInputProps) {
  const { t } = useLingui();
  const { name, value, onChange, onBlur, wiring, inputRef } = props;
  const text = textOf(value);
  const control = { ...wiring, ref: inputRef, name, onBlur };
  switch (inputType) {
    case INPUT_TYPE.text:
      return <TextInput {...control} autoComplete="off" value={text} onValueChange={onChange} />;
    case INPUT_TYPE.number:
      return <TypedNumberInput {...props} shape={WHOLE} />;
    case INPUT_TYPE.decimal:
      return <TypedNumberInput {...props} shape={DECIMAL} />;
    case INPUT_TYPE.date:
      return <DateInput {...control} value={text || null} onValueChange={onChange} />;
    case INPUT_TYPE.editor:
      return <EditorInput {...props} />;
    case INPUT_TYPE.select:
      if (choices)
        return (
          <SelectInput
            {...wiring}
            ref={inputRef}
            value={text || null}
            onValueChange={onChange}
            options={choices.map((choice) => ({ value: choice, label: choice }))}
            placeholder={t`Choose…`}
          />
        );
      return (
        <TextAreaInput
          {...control}
          rows={3}
          placeholder={t`One choice a line; the first is the default`}
          value={text}
          onValueChange={onChange}
        />
      );
    default:
      return <TextAreaInput {...control} rows={3} value={text} onValueChange={onChange} />;
  }
}

/** The field holds a text, so the input itself shows the error of a number. */
function TypedNumberInput({ name, value, onChange, onBlur, wiring, inputRef, shape }: FieldInputProps & Shaped) {
  const language = useLanguage();
  const id = useId();
  const held = textOf(value) || null;
  const problem = numberProblem(held, shape);
  return (
    <>
      <NumberInput
        {...wiring}
        aria-describedby={[wiring['aria-describedby'], problem && id].filter(Boolean).join(' ')}
        ref={inputRef}
        name={name}
        shape={shape}
        isBare
        value={held}
        onValueChange={onChange}
        onBlur={onBlur}
      />
      {problem && <FieldError id={id}>{sentence(problem, language)}</FieldError>}
    </>
  );
}

interface Shaped {
  shape: NumberShape;
}
