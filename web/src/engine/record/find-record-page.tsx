import { type ResourceKey, getResource } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { ComboboxInput } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Page } from '../../ui/page.tsx';
import { choicesQuery } from '../data/choices.ts';
import { recordPath } from '../form/record-path.ts';

/**
 * `/find`: opens a record that is searched by name. For users who may change records but not list them: it shows what
 * selects show.
 */
export function FindRecordPage({ resource }: { resource: ResourceKey }) {
  const { t } = useLingui();
  const label = useLabel();
  const client = useQueryClient();
  const navigate = useNavigate();
  const inputRef = useRef<HTMLInputElement>(null);
  useFocusOnMount(inputRef);
  const definition = getResource(resource);
  const singular = label(definition.label).toLocaleLowerCase();
  return (
    <Page title={label(definition.labels)}>
      <Field label={t`Open ${singular}`} hint={t`Type a part of the name`} className="max-w-md">
        {(controlProps) => (
          <ComboboxInput
            {...controlProps}
            // While the list is open, the rest of the page, including the label, is hidden from assistive technology.
            aria-labelledby={`${controlProps.id ?? ''}-label`}
            ref={inputRef}
            value={null}
            onValueChange={(item) => item && void navigate({ to: recordPath(definition, item.id) })}
            load={async (search) => (await client.fetchQuery(choicesQuery(resource, { search }))).items}
          />
        )}
      </Field>
    </Page>
  );
}
