import type { ChoiceItem } from '@innkeeper/contract';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { MultiComboboxInput } from '../../../ui/multi-combobox.tsx';
import { choices, rememberChoice } from '../../data/choices.ts';
import { type FieldInputProps, idsOf } from './field-input.ts';
import { RolesInput } from './roles-input.tsx';

/** Records of another resource. Rights are given in a table of modules and verbs, everything else one by one. */
export function ReferencesInput(props: FieldInputProps<'references'>) {
  return props.field.to === 'roles' ? <RolesInput {...props} /> : <AnyReferencesInput {...props} />;
}

function AnyReferencesInput({ field, value, onChange, onBlur, wiring, inputRef }: FieldInputProps<'references'>) {
  const client = useQueryClient();
  const ids = idsOf(value);
  const items = useQueries({
    queries: ids.map((id) => ({ ...choices(field.to, { id }), staleTime: 15 * 60_000 })),
    combine: (answers) =>
      ids.map(
        (id, at): ChoiceItem => answers[at]?.data?.items.find((item) => item.id === id) ?? { id, name: `#${id}` },
      ),
  });
  return (
    <MultiComboboxInput
      {...wiring}
      // While its list is open the rest of the page is hidden from assistive technology, the label with it.
      aria-labelledby={`${wiring.id ?? ''}-label`}
      ref={inputRef}
      value={items}
      onValueChange={(next) => {
        for (const item of next) rememberChoice(client, field.to, item);
        onChange(next.map((item) => item.id));
      }}
      load={async (search) => (await client.fetchQuery(choices(field.to, { search }))).items}
      onBlur={onBlur}
    />
  );
}
