import { type ChoiceItem, type Field, getResource, permission } from '@innkeeper/contract';
import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { can } from '../../../session/user.ts';
import { ComboboxInput } from '../../../ui/combobox.tsx';
import { choices, cacheChoice } from '../../data/choices.ts';
import { type ResourceRecord, displayName } from '../../data/record.ts';
import { OpenFormContext } from '../open-form.ts';
import { type FieldInputProps, idOf } from './field-input.ts';
import { useSelectedChoice } from './use-selected-choice.ts';

/** A record of another resource, searched on the server; users with the right can create a missing one in place. */
export function ReferenceInput({
  field,
  value,
  onChange,
  onBlur,
  controlProps,
  inputRef,
  known,
}: FieldInputProps<'reference'>) {
  const client = useQueryClient();
  const openForm = use(OpenFormContext);
  const target = getResource(field.to);
  const id = idOf(value);
  const chosen = useSelectedChoice(field.to, id, known);

  const choose = (item: ChoiceItem) => {
    cacheChoice(client, field.to, item);
    onChange(item.id);
  };

  const create = async (searchText: string) => {
    const record = await openForm?.({ definition: target, defaults: prefillValue(field.to, searchText) });
    if (record) choose(asChoice(field.to, record));
  };

  return (
    <ComboboxInput
      {...controlProps}
      // While the list is open, the rest of the page, including the label, is hidden from assistive technology.
      aria-labelledby={`${controlProps.id ?? ''}-label`}
      ref={inputRef}
      value={id === null ? null : (chosen ?? { id, name: `#${id}` })}
      onValueChange={(item) => (item ? choose(item) : onChange(null))}
      load={async (search) => (await client.fetchQuery(choices(field.to, { search }))).items}
      onCreate={
        openForm && can(permission('STORE', target.permission)) && !target.readOnly
          ? (searchText) => void create(searchText)
          : undefined
      }
      notClearable={field.required}
      onBlur={onBlur}
    />
  );
}

/** The search text is most likely the name of the record that was not found. */
function prefillValue(resource: string, searchText: string): Record<string, string> {
  const { display, fields } = getResource(resource);
  const name = display.name[0];
  const f: Field | undefined = name === undefined ? undefined : fields[name];
  return name !== undefined && f?.kind === 'text' && !f.computed ? { [name]: searchText } : {};
}

function asChoice(resource: string, record: ResourceRecord): ChoiceItem {
  const { display } = getResource(resource);
  const code = display.code ? record[display.code] : null;
  return {
    id: record.id,
    name: displayName(getResource(resource), record),
    code: typeof code === 'string' ? code : null,
  };
}
