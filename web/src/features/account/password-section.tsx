import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect } from 'react';
import { OwnPasswordFields, useOwnPassword } from '../../session/own-password-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { refetchSessions } from './profile-data.ts';
import { ProfileSection } from './profile-section.tsx';

export interface PasswordSectionProps {
  username: string;
  onUnsavedChange: (isUnsaved: boolean) => void;
}

/** Changes the password; requires the current one. */
export function PasswordSection({ username, onUnsavedChange }: PasswordSectionProps) {
  const { t } = useLingui();
  const passwordForm = useOwnPassword();
  const hasInput = passwordForm.current !== '' || passwordForm.password !== '';
  useEffect(() => onUnsavedChange(hasInput), [onUnsavedChange, hasInput]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!passwordForm.isComplete || !(await passwordForm.save())) return;
    passwordForm.type({ current: '', password: '' });
    showMessage({ message: t`Your new password is set. Your other devices are signed out.`, variant: 'success' });
    await refetchSessions();
  };

  return (
    <ProfileSection
      title={<Trans>Password</Trans>}
      description={<Trans>A new password signs you out on all other devices.</Trans>}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4 @lg:grid-cols-2">
        <OwnPasswordFields username={username} own={passwordForm} />
        <div className="@lg:col-span-2">
          <Button type="submit" disabled={!passwordForm.isComplete} pending={passwordForm.errors.submitting}>
            <Trans>Change password</Trans>
          </Button>
        </div>
      </form>
    </ProfileSection>
  );
}
