import { type ResourceDefinition, MAX_VIEW_NAME_LENGTH, type ViewSharing, formatMessage } from '@innkeeper/contract';
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

function ViewDialog({ definition, view, state, close }: ViewDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState<ViewSharing>(view?.shared ?? 'me');
  const [isMissing, setIsMissing] = useState(false);
  const save = useMutation({
    mutationFn: () => saveView(definition, view?.id ?? null, { name, shared, ...(state && { state }) }),
    onSuccess: close,
  });
  const errors = isApiError(save.error) ? save.error.errors : {};
  // Errors of the stored list state belong to no field of this form.
  const otherErrors = Object.entries(errors).find(([field]) => field !== 'name' && field !== 'shared')?.[1];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(name.trim() === '');
    if (name.trim() !== '' && !save.isPending) save.mutate();
  };
  const sharingOptions: RadioOption<ViewSharing>[] = [
    { value: 'me', label: t`Only me` },
    { value: 'role_group', label: t`My role group` },
    // The server allows only these users to share with everyone.
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
          <Button variant="primary" type="submit" form={formId} pending={save.isPending}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {otherErrors && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-text">
            {otherErrors.join(' ')}
          </p>
        )}
        <TextField
          data-first-focus
          label={t`Name`}
          required
          maxLength={MAX_VIEW_NAME_LENGTH}
          autoComplete="off"
          value={name}
          onValueChange={(next) => {
            setName(next);
            setIsMissing(false);
            save.reset();
          }}
          error={isMissing ? formatMessage('required', currentLanguage()) : fieldMessage(errors, 'name')}
        />
        <Field
          group
          label={t`Visible to`}
          hint={t`People only see records they have access to.`}
          error={fieldMessage(errors, 'shared')}
        >
          {(controlProps) => (
            <RadioInput {...controlProps} value={shared} onValueChange={setShared} options={sharingOptions} />
          )}
        </Field>
      </form>
    </DialogFrame>
  );
}
