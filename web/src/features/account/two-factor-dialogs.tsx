import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, type FormEvent, type ReactNode, useId, useState } from 'react';
import { useUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { removeTwoFactor, renewRecoveryCodes } from './profile-data.ts';
import { RecoveryCodeList } from './recovery-codes.tsx';
import { useFormErrors } from '../../session/use-form-errors.ts';

export interface CodesDialogProps {
  onClose: () => void;
  /** Called when recovery codes are shown; they are shown only once. */
  onCodesShown: () => void;
}

/** Opens a dialog that ends with recovery codes. Once they are shown, closing it requires confirmation. */
export function openCodesDialog(Content: ComponentType<CodesDialogProps>): Promise<void | undefined> {
  let areCodesShown = false;
  const onCodesShown = () => {
    areCodesShown = true;
  };
  return openDialog((onClose) => <Content onClose={() => onClose()} onCodesShown={onCodesShown} />, {
    width: '34rem',
    canClose: () =>
      !areCodesShown ||
      confirm({
        title: <Trans>Have you saved the codes?</Trans>,
        message: <Trans>You won’t see them again.</Trans>,
        confirmLabel: <Trans>Close</Trans>,
        cancelLabel: <Trans>Back to the codes</Trans>,
      }),
  });
}

/** Replaces all recovery codes. */
export const openRecoveryCodeRenewal = (): Promise<void | undefined> => openCodesDialog(RecoveryCodeRenewal);

function RecoveryCodeRenewal({ onClose, onCodesShown }: CodesDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <CodesFrame codes={codes} onDone={onClose} />;
  return (
    <PasswordFrame
      title={<Trans>New recovery codes</Trans>}
      message={<Trans>Your current codes will stop working.</Trans>}
      onCancel={onClose}
      onSubmit={async (password) => {
        setCodes(await renewRecoveryCodes(password));
        onCodesShown();
      }}
    />
  );
}

export const openTwoFactorRemoval = (): Promise<void | undefined> =>
  openDialog((onClose) => <TwoFactorRemoval onClose={() => onClose()} />, { width: '28rem' });

function TwoFactorRemoval({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  return (
    <PasswordFrame
      title={<Trans>Turn off two-factor sign-in</Trans>}
      message={<Trans>You will sign in with the password alone.</Trans>}
      danger
      submitLabel={<Trans>Turn off</Trans>}
      fields={['code']}
      isComplete={code.trim() !== ''}
      onCancel={onClose}
      onSubmit={async (password) => {
        await removeTwoFactor(password, code.trim());
        showMessage({ message: t`Two-factor sign-in is off.`, variant: 'success' });
        onClose();
      }}
    >
      {(errorOf, forget) => (
        <TextField
          label={t`App code or recovery code`}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={code}
          onValueChange={(value) => {
            setCode(value);
            forget('code');
          }}
          error={errorOf('code')}
        />
      )}
    </PasswordFrame>
  );
}

interface PasswordFrameProps {
  title: ReactNode;
  message: ReactNode;
  submitLabel?: ReactNode;
  danger?: boolean;
  /** Fields besides the password. */
  fields?: readonly string[];
  isComplete?: boolean;
  onCancel: () => void;
  /** Rejects with an ApiError that names the invalid fields. */
  onSubmit: (password: string) => Promise<void>;
  children?: (errorOf: (field: string) => string | undefined, forget: (field: string) => void) => ReactNode;
}

/** Content of a dialog that requires the password before it changes a sign-in setting. */
export function PasswordFrame({
  title,
  message,
  submitLabel,
  danger,
  fields = [],
  isComplete = true,
  onCancel,
  onSubmit,
  children,
}: PasswordFrameProps) {
  const { t } = useLingui();
  const id = useId();
  const user = useUser();
  const [password, setPassword] = useState('');
  const { of, forget, submitting, send } = useFormErrors(['current_password', ...fields]);
  const canSubmit = password !== '' && isComplete;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit) void send(() => onSubmit(password));
  };
  return (
    <DialogFrame
      title={title}
      footer={
        <>
          <Button onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form={id}
            variant={danger ? 'danger' : 'primary'}
            disabled={!canSubmit}
            pending={submitting}
          >
            {submitLabel ?? <Trans>Continue</Trans>}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <p className="text-muted">{message}</p>
        <input type="hidden" name="username" autoComplete="username" value={user?.data.username ?? ''} readOnly />
        <PasswordField
          label={t`Current password`}
          name="current_password"
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          onValueChange={(value) => {
            setPassword(value);
            forget('current_password');
          }}
          error={of('current_password')}
        />
        {children?.(of, forget)}
      </form>
    </DialogFrame>
  );
}

/** Content of a dialog that shows recovery codes, only once. */
export function CodesFrame({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const user = useUser();
  return (
    <DialogFrame
      title={<Trans>Your recovery codes</Trans>}
      footer={
        <Button variant="primary" onClick={onDone}>
          <Trans>I’ve saved them</Trans>
        </Button>
      }
    >
      <RecoveryCodeList codes={codes} username={user?.data.username ?? ''} />
    </DialogFrame>
  );
}
