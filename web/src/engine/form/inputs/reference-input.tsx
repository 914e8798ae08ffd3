import { type ChoiceItem, type Field, getResource, permission } from '@innkeeper/contract';
import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { can } from '../../../session/user.ts';
import { ComboboxInput } from '../../../ui/combobox.tsx';
import { choices, rememberChoice } from '../../data/choices.ts';
import { type ResourceRecord, displayName } from '../../data/record.ts';
import { OpenFormContext } from '../open-form.ts';
import { type FieldInputProps, idOf } from './field-input.ts';
import { useChosen } from './use-chosen.ts';

/** A record of another resource, searched on the server; users with the right to do so create a missing one on the spot. */
export function ReferenceInput({
  field,
  value,
  onChange,
  onBlur,
  wiring,
  inputRef,
  known,
}: FieldInputProps<'reference'>) {
  const client = useQueryClient();
  const openForm = use(OpenFormContext);
  const target = getResource(field.to);
  const id = idOf(value);
  const chosen = useChosen(field.to, id, known);

  const choose = (item: ChoiceItem) => {
    rememberChoice(client, field.to, item);
    onChange(item.id);
  };

  const create = async (typed: string) => {
    const record = await openForm?.({ definition: target, defaults: firstValue(field.to, typed) });
    if (record) choose(asChoice(field.to, record));
  };

  return (
    <ComboboxInput
      {...wiring}
      // While its list is open the rest of the page is hidden from assistive technology, the label with it.
      aria-labelledby={`${wiring.id ?? ''}-label`}
      ref={inputRef}
      value={id === null ? null : (chosen ?? { id, name: `#${id}` })}
      onValueChange={(item) => (item ? choose(item) : onChange(null))}
      load={async (search) => (await client.fetchQuery(choices(field.to, { search }))).items}
      onCreate={
        openForm && can(permission('STORE', target.permission)) && !target.readOnly
          ? (typed) => void create(typed)
          : undefined
      }
      notClearable={field.required}
      onBlur={onBlur}
    />
  );
}

/** The searched text is most likely the name of the record that was not found. */
function firstValue(resource: string, typed: string): Record<string, string> {
  const { display, fields } = getResource(resource);
  const name = display.name[0];
  const f: Field | undefined = name === undefined ? undefined : fields[name];
  return name !== undefined && f?.kind === 'text' && !f.computed ? { [name]: typed } : {};
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
