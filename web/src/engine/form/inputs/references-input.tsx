import type { ChoiceItem } from '@innkeeper/contract';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { MultiComboboxInput } from '../../../ui/multi-combobox.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { choicesQuery, cacheChoice } from '../../data/choices.ts';
import { getExtensions } from '../extensions.ts';
import { type FieldInputProps, idsOf } from './field-input.ts';

/** Records of another resource, selected one by one unless the resource has an input of its own. */
export function ReferencesInput(props: FieldInputProps<'references'>) {
  const Input = getExtensions().referenceLists[props.field.to]?.Input;
  return Input ? (
    <Suspense fallback={<Skeleton className="h-72 w-full" />}>
      <Input {...props} />
    </Suspense>
  ) : (
    <MultiReferenceInput {...props} />
  );
}

function MultiReferenceInput({
  field,
  value,
  onChange,
  onBlur,
  controlProps,
  inputRef,
}: FieldInputProps<'references'>) {
  const client = useQueryClient();
  const ids = idsOf(value);
  const items = useQueries({
    queries: ids.map((id) => ({ ...choicesQuery(field.to, { id }), staleTime: 15 * 60_000 })),
    combine: (responses) =>
      ids.map(
        (id, index): ChoiceItem =>
          responses[index]?.data?.items.find((item) => item.id === id) ?? { id, name: `#${id}` },
      ),
  });
  return (
    <MultiComboboxInput
      {...controlProps}
      // While the list is open, the rest of the page, including the label, is hidden from assistive technology.
      aria-labelledby={`${controlProps.id ?? ''}-label`}
      ref={inputRef}
      value={items}
      onValueChange={(next) => {
        for (const item of next) cacheChoice(client, field.to, item);
        onChange(next.map((item) => item.id));
      }}
      load={async (search) => (await client.fetchQuery(choicesQuery(field.to, { search }))).items}
      onBlur={onBlur}
    />
  );
}
