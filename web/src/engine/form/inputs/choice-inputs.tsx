import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLabel } from '../../../i18n/use-label.ts';
import { useOptionDetails } from '../../../session/reference-data.ts';
import { RadioInput } from '../../../ui/radio-group.tsx';
import { SelectInput } from '../../../ui/select.tsx';
import { choicesQuery } from '../../data/choices.ts';
import { type FieldInputProps, idOf, textOf } from './field-input.ts';

export function FlagInput({ field, value, onChange, controlProps, inputRef, disabled }: FieldInputProps<'flag'>) {
  const { t } = useLingui();
  const label = useLabel();
  const { answers } = field;
  const { id, 'aria-required': _, ...rest } = controlProps;
  return (
    <RadioInput
      {...rest}
      aria-labelledby={`${id ?? ''}-label`}
      ref={(group) => inputRef({ focus: () => group?.querySelector('input')?.focus() })}
      value={value === 1 || value === 0 ? value : null}
      onValueChange={onChange}
      options={[
        { value: 1, label: answers ? label(answers.yes) : t`Yes` },
        { value: 0, label: answers ? label(answers.no) : t`No` },
      ]}
      disabled={disabled}
    />
  );
}

export function ChoiceInput({ field, value, onChange, controlProps, inputRef }: FieldInputProps<'choice'>) {
  const { t } = useLingui();
  const label = useLabel();
  return (
    <SelectInput
      {...controlProps}
      ref={inputRef}
      value={textOf(value) || null}
      onValueChange={onChange}
      options={field.choices.map((choice) => ({ value: choice.value, label: label(choice.label) }))}
      placeholder={t`Choose…`}
      emptyLabel={field.required ? undefined : t`None`}
    />
  );
}

/** A select of an option's details. Shows the details loaded at sign-in until the current ones arrive. */
export function OptionInput({
  field,
  value,
  onChange,
  controlProps,
  inputRef,
  knownChoice,
}: FieldInputProps<'option'>) {
  const { t } = useLingui();
  const cachedDetails = useOptionDetails(field.slug);
  const { data } = useQuery(choicesQuery('option_detail', { slug: field.slug }));
  const id = idOf(value);
  const details = data?.items ?? cachedDetails;
  const items =
    knownChoice && knownChoice.id === id && !details.some((item) => item.id === id)
      ? [knownChoice, ...details]
      : details;
  return (
    <SelectInput
      {...controlProps}
      ref={inputRef}
      value={id === null ? null : String(id)}
      onValueChange={(next) => onChange(next === null ? null : Number(next))}
      options={items.map((item) => ({ value: String(item.id), label: item.name }))}
      placeholder={t`Choose…`}
      emptyLabel={field.required ? undefined : t`None`}
    />
  );
}
