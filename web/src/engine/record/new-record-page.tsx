import { type ResourceDefinition, isWritable, permission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormBody } from '../form/form-body.tsx';
import type { WireRecord } from '../form/form-values.ts';
import { RecordFrame } from './record-frame.tsx';
import { recordPath } from '../form/record-path.ts';
import { SaveBar } from '../form/save-bar.tsx';
import { useInitialFocus } from '../form/use-initial-focus.ts';
import { useLeaveGuard } from '../form/use-leave-guard.tsx';
import { useResourceForm } from '../form/use-resource-form.ts';
import { useSaveKeys } from '../form/use-save-keys.ts';

/** `/new`: a form that creates a record and then navigates to that record's page. The URL may preset references. */
export function NewRecordPage({ definition }: { definition: ResourceDefinition }) {
  const { t } = useLingui();
  const label = useLabel();
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [defaults] = useState(() => parseReferences(definition, search));
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const form = useResourceForm({
    definition,
    defaults,
    // If the user has gone to another page before the response, stay there.
    onSaved: (record) => {
      const target = record ? recordPath(definition, record.id) : definition.path;
      if (isMounted.current) void navigate({ to: target, replace: true });
    },
  });
  useInitialFocus(form);
  useLeaveGuard({ isDirty: form.isDirty, discard: form.discard, formPath: null });
  useSaveKeys(form);
  const singular = label(definition.label).toLocaleLowerCase();
  usePageTitle(t`New ${singular}`);
  if (definition.readOnly || !can(permission('STORE', definition.permission))) {
    return <EmptyState title={<Trans>You are not allowed to do this.</Trans>} />;
  }
  return (
    <RecordFrame>
      <h1 className="mb-5 text-xl font-semibold">{t`New ${singular}`}</h1>
      <FormBody form={form} layout="page" />
      <div className="h-6 shrink-0" />
      <SaveBar form={form}>
        <Button onClick={() => void navigate({ to: definition.path })}>
          <Trans>Cancel</Trans>
        </Button>
      </SaveBar>
    </RecordFrame>
  );
}

/** Parses the preset references from the URL: `?hotel_id=7`. */
function parseReferences(definition: ResourceDefinition, search: Readonly<Record<string, unknown>>): WireRecord {
  return Object.fromEntries(
    Object.entries(definition.fields).flatMap(([name, field]) => {
      const id = Number(search[name]);
      return isWritable(field) &&
        (field.kind === 'reference' || field.kind === 'option') &&
        Number.isSafeInteger(id) &&
        id > 0
        ? [[name, id]]
        : [];
    }),
  );
}
