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
  close: () => void;
  /** Recovery codes are in sight, this once. */
  onShown: () => void;
}

/** Opens a dialog that ends in recovery codes: once they are in sight it asks before it is closed without a word. */
export function openCodesDialog(Content: ComponentType<CodesDialogProps>): Promise<void | undefined> {
  let areShown = false;
  const onShown = () => {
    areShown = true;
  };
  return openDialog((close) => <Content close={() => close()} onShown={onShown} />, {
    width: '34rem',
    mayClose: () =>
      !areShown ||
      confirm({
        title: <Trans>Have you kept the codes?</Trans>,
        message: <Trans>They are not shown again.</Trans>,
        confirmLabel: <Trans>Close</Trans>,
        cancelLabel: <Trans>Back to the codes</Trans>,
      }),
  });
}

/** Replaces all recovery codes by new ones. */
export const openRecoveryCodeRenewal = (): Promise<void | undefined> => openCodesDialog(Renewal);

function Renewal({ close, onShown }: CodesDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <CodesFrame codes={codes} onDone={close} />;
  return (
    <PasswordFrame
      title={<Trans>New recovery codes</Trans>}
      message={<Trans>The codes you have now will not work any more.</Trans>}
      onCancel={close}
      onSubmit={async (password) => {
        setCodes(await renewRecoveryCodes(password));
        onShown();
      }}
    />
  );
}

/** Switches two-factor sign-in off. */
export const openTwoFactorRemoval = (): Promise<void | undefined> =>
  openDialog((close) => <Removal close={() => close()} />, { width: '28rem' });

function Removal({ close }: { close: () => void }) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  return (
    <PasswordFrame
      title={<Trans>Switch two-factor sign-in off</Trans>}
      message={<Trans>From then on the password alone signs you in.</Trans>}
      danger
      submitLabel={<Trans>Switch off</Trans>}
      fields={['code']}
      isComplete={code.trim() !== ''}
      onCancel={close}
      onSubmit={async (password) => {
        await removeTwoFactor(password, code.trim());
        showMessage({ message: t`Two-factor sign-in is off.`, variant: 'success' });
        close();
      }}
    >
      {(errorOf, forget) => (
        <TextField
          label={t`Code of the app, or a recovery code`}
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
  /** Fields beside the password, and whether they are filled in. */
  fields?: readonly string[];
  isComplete?: boolean;
  onCancel: () => void;
  /** Rejects with an ApiError that names the wrong fields. */
  onSubmit: (password: string) => Promise<void>;
  children?: (errorOf: (field: string) => string | undefined, forget: (field: string) => void) => ReactNode;
}

/** The inside of a dialog that asks for the password before something about signing in is changed. */
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
  const complete = password !== '' && isComplete;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (complete) void send(() => onSubmit(password));
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
            disabled={!complete}
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

/** The inside of a dialog that shows recovery codes, this once. */
export function CodesFrame({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const user = useUser();
  return (
    <DialogFrame
      title={<Trans>Your recovery codes</Trans>}
      footer={
        <Button variant="primary" onClick={onDone}>
          <Trans>I have kept them</Trans>
        </Button>
      }
    >
      <RecoveryCodeList codes={codes} username={user?.data.username ?? ''} />
    </DialogFrame>
  );
}
