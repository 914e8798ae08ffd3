import { parseDeviceName } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useFormErrors } from '../../session/use-form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { addPasskey, renamePasskey } from './passkey-data.ts';

const MAX_NAME_LENGTH = 80;

/** Adds a passkey of this device, under a name that distinguishes it from others. */
export const openPasskeyCreation = (): Promise<void | undefined> =>
  openDialog(
    (onClose) => (
      <NameFrame
        title={<Trans>Add passkey</Trans>}
        message={
          <Trans>
            Your device asks for its PIN, your finger or your face. Give the passkey a name that you recognise.
          </Trans>
        }
        initialName={describeDevice()}
        submitLabel={<Trans>Continue</Trans>}
        onSubmit={addPasskey}
        onClose={() => onClose()}
      />
    ),
    { width: '28rem' },
  );

export const openPasskeyRenaming = (id: number, name: string): Promise<void | undefined> =>
  openDialog(
    (onClose) => (
      <NameFrame
        title={<Trans>Rename passkey</Trans>}
        initialName={name}
        submitLabel={<Trans>Save</Trans>}
        onSubmit={(newName) => renamePasskey(id, newName)}
        onClose={() => onClose()}
      />
    ),
    { width: '28rem' },
  );

function describeDevice(): string {
  const { browser, system } = parseDeviceName(navigator.userAgent);
  return [browser, system].filter((part) => part !== undefined && part !== null).join(', ');
}

interface NameFrameProps {
  title: ReactNode;
  message?: ReactNode;
  initialName: string;
  submitLabel: ReactNode;
  /** Rejects with an ApiError. */
  onSubmit: (name: string) => Promise<void>;
  onClose: () => void;
}

function NameFrame({ title, message, initialName, submitLabel, onSubmit, onClose }: NameFrameProps) {
  const { t } = useLingui();
  const id = useId();
  const [name, setName] = useState(initialName);
  const { of, forget, submitting, send } = useFormErrors(['name']);
  const canSubmit = name.trim() !== '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit && (await send(() => onSubmit(name.trim())))) onClose();
  };
  return (
    <DialogFrame
      title={title}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} variant="primary" disabled={!canSubmit} pending={submitting}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        {message && <p className="text-muted">{message}</p>}
        <TextField
          label={t`Name`}
          name="name"
          required
          autoFocus
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onValueChange={(value) => {
            setName(value);
            forget('name');
          }}
          error={of('name')}
        />
      </form>
    </DialogFrame>
  );
}
