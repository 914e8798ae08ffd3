import { isNoEmail, noEmailAddress } from '@innkeeper/contract';
import { useId } from 'react';
import { formatEmail } from '../../../format/email.ts';
import { useLabel } from '../../../i18n/use-label.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SuggestedTexts } from '../../../ui/suggested-texts.tsx';
import { TextAreaInput, TextInput } from '../../../ui/text-field.tsx';
import { type FieldInputProps, textOf } from './field-input.ts';

/** Staff enter other people's data, so the browser must not fill in their own. */
const NO_AUTOFILL = 'off';

export function TextFieldInput({
  name,
  field,
  value,
  onChange,
  onBlur,
  controlProps,
  inputRef,
}: FieldInputProps<'text'>) {
  const list = useId();
  const suggestions = suggestionsFor(name);
  const text = textOf(value);
  return (
    <>
      <TextInput
        {...controlProps}
        ref={inputRef}
        name={name}
        autoComplete={NO_AUTOFILL}
        list={suggestions ? list : undefined}
        className={field.upper ? 'uppercase placeholder:normal-case' : undefined}
        value={text}
        onValueChange={onChange}
        onBlur={() => {
          if (field.upper && text !== text.toUpperCase()) onChange(text.toUpperCase());
          onBlur();
        }}
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** An address; if the field can have none, also a checkbox that says so while it is empty. */
export function EmailInput({ field, ...props }: FieldInputProps<'email'>) {
  const label = useLabel();
  const { value, onChange, controlProps } = props;
  if (!field.absence) return <AddressInput {...props} />;
  const isAbsent = isNoEmail(textOf(value));
  return (
    <div className="flex flex-col">
      {isAbsent ? (
        <output
          id={controlProps.id}
          aria-describedby={controlProps['aria-describedby']}
          className="flex min-h-(--control) items-center text-muted"
        >
          {formatEmail(textOf(value))}
        </output>
      ) : (
        <AddressInput {...props} />
      )}
      {/* While an address is entered it keeps its place, but is no stop between this field and the next. */}
      <div className={isAbsent || textOf(value) === '' ? undefined : 'invisible'}>
        <Checkbox
          label={label(field.absence)}
          checked={isAbsent}
          onCheckedChange={(checked) => onChange(checked ? noEmailAddress(crypto.randomUUID()) : '')}
        />
      </div>
    </div>
  );
}

function AddressInput({
  name,
  value,
  onChange,
  onBlur,
  controlProps,
  inputRef,
}: Omit<FieldInputProps<'email'>, 'field'>) {
  return (
    <TextInput
      {...controlProps}
      ref={inputRef}
      name={name}
      type="email"
      autoComplete={NO_AUTOFILL}
      autoCapitalize="none"
      spellCheck={false}
      value={textOf(value)}
      onValueChange={onChange}
      onBlur={onBlur}
    />
  );
}

export function PhoneInput({ name, value, onChange, onBlur, controlProps, inputRef }: FieldInputProps<'phone'>) {
  return (
    <TextInput
      {...controlProps}
      ref={inputRef}
      name={name}
      type="tel"
      autoComplete={NO_AUTOFILL}
      className="tabular"
      value={textOf(value)}
      onValueChange={onChange}
      onBlur={onBlur}
    />
  );
}

export function TextAreaFieldInput({
  name,
  field: { suggestions },
  value,
  onChange,
  onBlur,
  controlProps,
  inputRef,
}: FieldInputProps<'textarea'>) {
  const label = useLabel();
  return (
    <>
      <TextAreaInput
        {...controlProps}
        ref={inputRef}
        name={name}
        rows={2}
        value={textOf(value)}
        onValueChange={onChange}
        onBlur={onBlur}
      />
      {suggestions && <SuggestedTexts texts={suggestions.map(label)} value={textOf(value)} onChoose={onChange} />}
    </>
  );
}

/** JSON as text. Valid JSON is reformatted on blur; invalid text is preserved for its error. */
export function JsonInput({ name, value, onChange, onBlur, controlProps, inputRef }: FieldInputProps<'json'>) {
  const text = textOf(value);
  return (
    <TextAreaInput
      {...controlProps}
      ref={inputRef}
      name={name}
      rows={4}
      spellCheck={false}
      className="font-mono text-sm!"
      value={text}
      onValueChange={onChange}
      onBlur={() => {
        const formatted = formatJson(text);
        if (formatted !== text) onChange(formatted);
        onBlur();
      }}
    />
  );
}

function formatJson(text: string): string {
  try {
    return text.trim() === '' ? text : JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

let timeZones: readonly string[] | undefined;

/** The suggestions for the text field with this name; undefined if there are none. */
function suggestionsFor(name: string): readonly string[] | undefined {
  if (name !== 'time_zone') return undefined;
  timeZones ??= Intl.supportedValuesOf('timeZone');
  return timeZones;
}
