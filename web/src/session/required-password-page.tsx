import { Trans, useLingui } from '@lingui/react/macro';
import type { FormEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { showMessage } from '../ui/message-store.ts';
import { PublicPage } from './public-page.tsx';
import { OwnPasswordFields, useOwnPassword } from './own-password-fields.tsx';
import { resumeSession, signOut } from './session.ts';
import { useUser } from './user.ts';

/** Replaces every page until the signed-in user has chosen a password that nobody else knows. */
export function RequiredPasswordPage() {
  const { t } = useLingui();
  const user = useUser();
  const passwordForm = useOwnPassword();
  const { submitting } = passwordForm.errors;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!passwordForm.isComplete || !(await passwordForm.save())) return;
    await resumeSession();
    showMessage({ message: t`Your new password is set.`, variant: 'success' });
  };

  return (
    <PublicPage title={t`Choose a new password`}>
      <h1 className="text-lg font-semibold">
        <Trans>Choose a new password</Trans>
      </h1>
      <p className="mt-2 text-muted">
        <Trans>Please choose a new password before you continue.</Trans>
      </p>
      <form onSubmit={(event) => void submit(event)} noValidate className="mt-4 flex flex-col gap-4">
        <OwnPasswordFields username={user?.data.username ?? ''} own={passwordForm} autoFocus />
        <Button type="submit" variant="primary" disabled={!passwordForm.isComplete || submitting} className="w-full">
          {submitting ? <Trans>Please Wait.. </Trans> : <Trans>Set password</Trans>}
        </Button>
      </form>
      <Button variant="ghost" className="mt-3 self-start" onClick={() => void signOut()}>
        <Trans>Logout</Trans>
      </Button>
    </PublicPage>
  );
}
