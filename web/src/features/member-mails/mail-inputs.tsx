import { INPUT_TYPE, parseChoices, resources } from '@innkeeper/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefCallback, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { recordQuery } from '../../engine/data/queries.ts';
import { nestedAt } from '../../engine/data/record.ts';
import type { CustomInputProps } from '../../engine/form/extensions.ts';
import type { FormValue } from '../../engine/form/form-values.ts';
import { type Focusable, idOf, textOf } from '../../engine/form/inputs/field-input.ts';
import { ReferenceInput } from '../../engine/form/inputs/reference-input.tsx';
import { TextFieldInput } from '../../engine/form/inputs/text-inputs.tsx';
import { DynamicInput, isFreeText } from '../../engine/form/inputs/dynamic-input.tsx';
import { useSelectedChoice } from '../../engine/form/inputs/use-selected-choice.ts';
import type { FieldOwner } from '../../engine/form/field-owner.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PlaceholderMenu } from './placeholder-menu.tsx';
import { usePlaceholders } from './placeholders.ts';
import { textIn } from './template-queries.ts';

const useReferenceId = ({ form }: FieldOwner, name: string): number | null =>
  idOf(useWatch({ control: form.control, name }) ?? null);

/** Code of the input type selected in the form: null if none is selected, undefined while loading. */
function useInputType(form: FieldOwner): string | null | undefined {
  const id = useReferenceId(form, 'type_input_id');
  const selectedType = useSelectedChoice('type_input', id, form.record ? nestedAt(form.record, 'type_input') : null);
  return id === null ? null : selectedType?.code;
}

interface PlaceholderFieldProps {
  template: number | null;
  input: CustomInputProps;
  children: (inputRef: RefCallback<Focusable>) => ReactNode;
}

/** A text input with its template's placeholders below; a chosen placeholder is inserted at the caret. */
function PlaceholderField({ template, input, children }: PlaceholderFieldProps) {
  const { value, onChange, inputRef } = input;
  const inputElement = useRef<Focusable>(null);
  const placeholders = usePlaceholders(template);
  const focusRef: RefCallback<Focusable> = (element) => {
    inputElement.current = element;
    inputRef(element);
  };
  return (
    <span className="flex min-w-0 flex-col gap-1">
      {children(focusRef)}
      <PlaceholderMenu
        placeholders={placeholders}
        onPick={(text) => insertText(inputElement.current, textOf(value), text, onChange)}
      />
    </span>
  );
}

function insertText(target: Focusable | null, value: string, text: string, onChange: (value: FormValue) => void): void {
  if (target?.insert) return target.insert(text);
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return onChange(value + text);
  const caret = target.selectionStart ?? value.length;
  onChange(value.slice(0, caret) + text + value.slice(target.selectionEnd ?? caret));
  // Runs after the new value is rendered.
  requestAnimationFrame(() => {
    target.focus();
    target.setSelectionRange(caret + text.length, caret + text.length);
  });
}

/** The subject of a mail. */
export function SubjectInput(props: CustomInputProps) {
  const field = resources.mail_language.fields.header;
  const template = useReferenceId(props.form, 'mail_template_id');
  return (
    <PlaceholderField template={template} input={props}>
      {(inputRef) => <TextFieldInput {...props} field={field} inputRef={inputRef} />}
    </PlaceholderField>
  );
}

/** Input for a parameter's default value, matching the selected input type. */
export function ParamInput(props: CustomInputProps) {
  const template = useReferenceId(props.form, 'mail_template_id');
  const inputType = useInputType(props.form);
  if (inputType === undefined) return <Skeleton className="h-20 w-full" />;
  if (!isFreeText(inputType)) return <DynamicInput {...props} inputType={inputType} />;
  return (
    <PlaceholderField template={template} input={props}>
      {(inputRef) => <DynamicInput {...props} inputRef={inputRef} inputType={inputType} />}
    </PlaceholderField>
  );
}

/** Input for a parameter's value in one language, matching the parameter's type: a choice if that is a select. */
export function LanguageValueInput(props: CustomInputProps) {
  const { form } = props;
  const language = useReferenceId(form, 'mail_language_id');
  const param = useReferenceId(form, 'mail_params_id');
  const inputType = useInputType(form);
  const { data: languageRecord } = useQuery({
    ...recordQuery(resources.mail_language, language ?? 0),
    enabled: language !== null,
  });
  const { data: paramRecord } = useQuery({
    ...recordQuery(resources.mail_params, param ?? 0),
    enabled: param !== null,
  });
  const template = languageRecord?.['mail_template_id'];
  const choices = inputType === INPUT_TYPE.select ? parseChoices(textIn(paramRecord, 'default_value')) : undefined;
  if (inputType === undefined) return <Skeleton className="h-20 w-full" />;
  if (!isFreeText(inputType)) return <DynamicInput {...props} inputType={inputType} choices={choices} />;
  return (
    <PlaceholderField template={typeof template === 'number' ? template : null} input={props}>
      {(inputRef) => <DynamicInput {...props} inputRef={inputRef} inputType={inputType} />}
    </PlaceholderField>
  );
}

/** Selects the parameter a value belongs to, which sets the input type and presets name and default value. */
export function ParamChoiceInput(props: CustomInputProps) {
  const { form, onChange } = props;
  const field = resources.mail_language_params.fields.mail_params_id;
  const client = useQueryClient();
  const chooseParam = async (id: FormValue) => {
    onChange(id);
    if (typeof id !== 'number') return;
    const param = await client.fetchQuery(recordQuery(resources.mail_params, id));
    const { setValue, getValues } = form.form;
    if (typeof param['type_input_id'] === 'number') setValue('type_input_id', param['type_input_id']);
    const isSelect = nestedAt(param, 'type_input')?.code === INPUT_TYPE.select;
    const defaultValue = textIn(param, 'default_value');
    const initialValues = {
      name: textIn(param, 'name'),
      value: isSelect ? (parseChoices(defaultValue)[0] ?? '') : defaultValue,
    };
    for (const [name, text] of Object.entries(initialValues)) if ((getValues(name) ?? '') === '') setValue(name, text);
  };
  return <ReferenceInput {...props} field={field} onChange={(id) => void chooseParam(id)} />;
}
