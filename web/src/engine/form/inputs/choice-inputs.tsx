import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLabel } from '../../../i18n/use-label.ts';
import { useOptionDetails } from '../../../session/reference-data.ts';
import { RadioInput } from '../../../ui/radio-group.tsx';
import { SelectInput } from '../../../ui/select.tsx';
import { choices } from '../../data/choices.ts';
import { type FieldInputProps, idOf, textOf } from './field-input.ts';

export function FlagInput({ value, onChange, controlProps, inputRef }: FieldInputProps<'flag'>) {
  const { t } = useLingui();
  const { id, 'aria-required': _, ...rest } = controlProps;
  return (
    <RadioInput
      {...rest}
      aria-labelledby={`${id ?? ''}-label`}
      ref={(group) => inputRef({ focus: () => group?.querySelector('input')?.focus() })}
      value={value === 1 || value === 0 ? value : null}
      onValueChange={onChange}
      options={[
        { value: 1, label: t`Yes` },
        { value: 0, label: t`No` },
      ]}
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

/** The details of an option. Those loaded at sign-in are shown until the current ones arrive. */
export function OptionInput({ field, value, onChange, controlProps, inputRef, known }: FieldInputProps<'option'>) {
  const { t } = useLingui();
  const loaded = useOptionDetails(field.slug);
  const { data } = useQuery(choices('option_detail', { slug: field.slug }));
  const id = idOf(value);
  const offered = data?.items ?? loaded;
  const items = known && known.id === id && !offered.some((item) => item.id === id) ? [known, ...offered] : offered;
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
