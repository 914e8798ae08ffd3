import { INPUT_TYPE, choicesIn, resources } from '@innkeeper/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefCallback, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { recordQuery } from '../../engine/data/queries.ts';
import { nestedAt } from '../../engine/data/record.ts';
import type { OwnInputProps } from '../../engine/form/extensions.ts';
import type { FormValue } from '../../engine/form/form-values.ts';
import { type Focusable, idOf, textOf } from '../../engine/form/inputs/field-input.ts';
import { ReferenceInput } from '../../engine/form/inputs/reference-input.tsx';
import { TextFieldInput } from '../../engine/form/inputs/text-inputs.tsx';
import { TypedInput, isWritten } from '../../engine/form/inputs/typed-input.tsx';
import { useChosen } from '../../engine/form/inputs/use-chosen.ts';
import type { FieldOwner } from '../../engine/form/field-owner.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PlaceholderMenu } from './placeholder-menu.tsx';
import { usePlaceholders } from './placeholders.ts';
import { textIn } from './template-texts.ts';

const useFormId = ({ form }: FieldOwner, name: string): number | null =>
  idOf(useWatch({ control: form.control, name }) ?? null);

/** Code of the input type that the form names: null where none is chosen, undefined while it is on its way. */
function useInputType(form: FieldOwner): string | null | undefined {
  const id = useFormId(form, 'type_input_id');
  const chosen = useChosen('type_input', id, form.record ? nestedAt(form.record, 'type_input') : null);
  return id === null ? null : chosen?.code;
}

interface WithPlaceholdersProps {
  template: number | null;
  input: OwnInputProps;
  children: (inputRef: RefCallback<Focusable>) => ReactNode;
}

/** A text with the placeholders of its template below; one that is picked stands where the caret was. */
function WithPlaceholders({ template, input, children }: WithPlaceholdersProps) {
  const { value, onChange, inputRef } = input;
  const target = useRef<Focusable>(null);
  const offered = usePlaceholders(template);
  const keep: RefCallback<Focusable> = (element) => {
    target.current = element;
    inputRef(element);
  };
  return (
    <span className="flex min-w-0 flex-col gap-1">
      {children(keep)}
      <PlaceholderMenu offered={offered} onPick={(text) => insertText(target.current, textOf(value), text, onChange)} />
    </span>
  );
}

function insertText(target: Focusable | null, value: string, text: string, onChange: (value: FormValue) => void): void {
  if (target?.insert) return target.insert(text);
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return onChange(value + text);
  const from = target.selectionStart ?? value.length;
  onChange(value.slice(0, from) + text + value.slice(target.selectionEnd ?? from));
  // Once the new value is drawn.
  requestAnimationFrame(() => {
    target.focus();
    target.setSelectionRange(from + text.length, from + text.length);
  });
}

/** The subject of a mail. */
export function SubjectInput(props: OwnInputProps) {
  const field = resources.mail_language.fields.header;
  const template = useFormId(props.form, 'mail_template_id');
  return (
    <WithPlaceholders template={template} input={props}>
      {(inputRef) => <TextFieldInput {...props} field={field} inputRef={inputRef} />}
    </WithPlaceholders>
  );
}

/** The value that a parameter starts with: of the chosen input type. */
export function ParamInput(props: OwnInputProps) {
  const template = useFormId(props.form, 'mail_template_id');
  const inputType = useInputType(props.form);
  if (inputType === undefined) return <Skeleton className="h-20 w-full" />;
  if (!isWritten(inputType)) return <TypedInput {...props} inputType={inputType} />;
  return (
    <WithPlaceholders template={template} input={props}>
      {(inputRef) => <TypedInput {...props} inputRef={inputRef} inputType={inputType} />}
    </WithPlaceholders>
  );
}

/** The value of a parameter in a language: of the parameter's type, one of its choices if that is a select. */
export function LanguageValueInput(props: OwnInputProps) {
  const { form } = props;
  const language = useFormId(form, 'mail_language_id');
  const param = useFormId(form, 'mail_params_id');
  const inputType = useInputType(form);
  const { data: spoken } = useQuery({
    ...recordQuery(resources.mail_language, language ?? 0),
    enabled: language !== null,
  });
  const { data: filled } = useQuery({ ...recordQuery(resources.mail_params, param ?? 0), enabled: param !== null });
  const template = spoken?.['mail_template_id'];
  const choices = inputType === INPUT_TYPE.select ? choicesIn(textIn(filled, 'default_value')) : undefined;
  if (inputType === undefined) return <Skeleton className="h-20 w-full" />;
  if (!isWritten(inputType)) return <TypedInput {...props} inputType={inputType} choices={choices} />;
  return (
    <WithPlaceholders template={typeof template === 'number' ? template : null} input={props}>
      {(inputRef) => <TypedInput {...props} inputRef={inputRef} inputType={inputType} />}
    </WithPlaceholders>
  );
}

/** The parameter that a value is for: it brings its input type, and its name and default value to start from. */
export function ParamChoiceInput(props: OwnInputProps) {
  const { form, onChange } = props;
  const field = resources.mail_language_params.fields.mail_params_id;
  const client = useQueryClient();
  const choose = async (id: FormValue) => {
    onChange(id);
    if (typeof id !== 'number') return;
    const param = await client.fetchQuery(recordQuery(resources.mail_params, id));
    const { setValue, getValues } = form.form;
    if (typeof param['type_input_id'] === 'number') setValue('type_input_id', param['type_input_id']);
    const isSelect = nestedAt(param, 'type_input')?.code === INPUT_TYPE.select;
    const start = textIn(param, 'default_value');
    const starts = { name: textIn(param, 'name'), value: isSelect ? (choicesIn(start)[0] ?? '') : start };
    for (const [name, text] of Object.entries(starts)) if ((getValues(name) ?? '') === '') setValue(name, text);
  };
  return <ReferenceInput {...props} field={field} onChange={(id) => void choose(id)} />;
}
