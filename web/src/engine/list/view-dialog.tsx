import { type ResourceDefinition, VIEW_NAME_MAX, type ViewSharing, sentence } from '@innkeeper/contract';
import type { SavedView } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { currentLanguage } from '../../i18n/language.ts';
import { fieldMessage } from '../../session/form-error.ts';
import { isApiError } from '../../session/api-error.ts';
import { currentUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { RadioInput, type RadioOption } from '../../ui/radio-group.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { saveView } from '../data/views.ts';

/** Prompts for a view's name and who can see it, then saves it. Resolves to the view, or undefined if cancelled. */
export const openViewDialog = (
  definition: ResourceDefinition,
  view: SavedView | null,
  state?: Readonly<Record<string, string>>,
): Promise<SavedView | undefined> =>
  openDialog<SavedView>((close) => <ViewDialog definition={definition} view={view} state={state} close={close} />, {
    width: '27rem',
  });

interface ViewDialogProps {
  definition: ResourceDefinition;
  /** Null creates a new view. */
  view: SavedView | null;
  state: Readonly<Record<string, string>> | undefined;
  close: (view?: SavedView) => void;
}

function ViewDialog({ definition: d, view, state, close }: ViewDialogProps) {
  const { t } = useLingui();
  const form = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState<ViewSharing>(view?.shared ?? 'me');
  const [isMissing, setMissing] = useState(false);
  const save = useMutation({
    mutationFn: () => saveView(d, view?.id ?? null, { name, shared, ...(state && { state }) }),
    onSuccess: close,
  });
  const errors = isApiError(save.error) ? save.error.errors : {};
  // Errors of the list state have no field in this form.
  const rest = Object.entries(errors).find(([field]) => field !== 'name' && field !== 'shared')?.[1];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() !== '' && !save.isPending) save.mutate();
  };
  const sharing: RadioOption<ViewSharing>[] = [
    { value: 'me', label: t`Only me` },
    { value: 'role_group', label: t`My role group` },
    // The server rejects all other users.
    ...(currentUser()?.access_level === 'group' || view?.shared === 'everyone'
      ? [{ value: 'everyone' as const, label: t`Everyone` }]
      : []),
  ];
  return (
    <DialogFrame
      title={view ? t`Rename or share` : t`Save as new view`}
      footer={
        <>
          <Button onClick={() => close()}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} pending={save.isPending}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {rest && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-text">
            {rest.join(' ')}
          </p>
        )}
        <TextField
          data-first-focus
          label={t`Name`}
          required
          maxLength={VIEW_NAME_MAX}
          autoComplete="off"
          value={name}
          onValueChange={(next) => {
            setName(next);
            setMissing(false);
            save.reset();
          }}
          error={isMissing ? sentence('required', currentLanguage()) : fieldMessage(errors, 'name')}
        />
        <Field
          group
          label={t`Visible to`}
          hint={t`People only see records they have access to.`}
          error={fieldMessage(errors, 'shared')}
        >
          {(controlProps) => (
            <RadioInput {...controlProps} value={shared} onValueChange={setShared} options={sharing} />
          )}
        </Field>
      </form>
    </DialogFrame>
  );
}
