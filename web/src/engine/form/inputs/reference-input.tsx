import { type ChoiceItem, type Field, getResource, permission } from '@innkeeper/contract';
import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { can } from '../../../session/user.ts';
import { ComboboxInput } from '../../../ui/combobox.tsx';
import { choicesQuery, cacheChoice } from '../../data/choices.ts';
import { type ResourceRecord, displayName } from '../../data/record.ts';
import { OpenFormContext } from '../open-form.ts';
import { type FieldInputProps, idOf } from './field-input.ts';
import { useSelectedChoice } from './use-selected-choice.ts';

/**
 * A record of another resource, searched on the server. Users with the right can create a missing one without leaving
 * the form.
 */
export function ReferenceInput({
  field,
  value,
  onChange,
  onBlur,
  controlProps,
  inputRef,
  knownChoice,
  excludedId,
  placeholder,
}: FieldInputProps<'reference'>) {
  const client = useQueryClient();
  const openForm = use(OpenFormContext);
  const target = getResource(field.to);
  const id = idOf(value);
  const selectedChoice = useSelectedChoice(field.to, id, knownChoice);

  const choose = (item: ChoiceItem) => {
    cacheChoice(client, field.to, item);
    onChange(item.id);
  };

  const createRecord = async (searchText: string) => {
    const record = await openForm?.({ definition: target, defaults: prefillName(field.to, searchText) });
    if (record) choose(toChoice(field.to, record));
  };

  return (
    <ComboboxInput
      {...controlProps}
      // While the list is open, the rest of the page, including the label, is hidden from assistive technology.
      aria-labelledby={`${controlProps.id ?? ''}-label`}
      ref={inputRef}
      value={id === null ? null : (selectedChoice ?? { id, name: `#${id}` })}
      onValueChange={(item) => (item ? choose(item) : onChange(null))}
      load={async (search) => {
        const { items } = await client.fetchQuery(choicesQuery(field.to, { search }));
        return items.filter((item) => item.id !== excludedId);
      }}
      placeholder={placeholder}
      onCreate={
        openForm && can(permission('STORE', target.permission)) && !target.readOnly
          ? (searchText) => void createRecord(searchText)
          : undefined
      }
      notClearable={field.required}
      onBlur={onBlur}
    />
  );
}

/** The search text is most likely the name of the record that was not found. */
function prefillName(resource: string, searchText: string): Record<string, string> {
  const { display, fields } = getResource(resource);
  const name = display.name[0];
  const nameField: Field | undefined = name === undefined ? undefined : fields[name];
  return name !== undefined && nameField?.kind === 'text' && !nameField.computed ? { [name]: searchText } : {};
}

function toChoice(resource: string, record: ResourceRecord): ChoiceItem {
  const { display } = getResource(resource);
  const code = display.code ? record[display.code] : null;
  return {
    id: record.id,
    name: displayName(getResource(resource), record),
    code: typeof code === 'string' ? code : null,
  };
}
