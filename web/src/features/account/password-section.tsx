import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect } from 'react';
import { OwnPasswordFields, useOwnPassword } from '../../session/own-password-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { refetchSessions } from './profile-data.ts';
import { ProfileSection } from './profile-section.tsx';

export interface PasswordSectionProps {
  username: string;
  onUnsaved: (isUnsaved: boolean) => void;
}

/** Changes the password; requires the current one. */
export function PasswordSection({ username, onUnsaved }: PasswordSectionProps) {
  const { t } = useLingui();
  const own = useOwnPassword();
  const hasInput = own.current !== '' || own.password !== '';
  useEffect(() => onUnsaved(hasInput), [onUnsaved, hasInput]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!own.isComplete || !(await own.save())) return;
    own.type({ current: '', password: '' });
    showMessage({ message: t`Your new password is set. Your other devices are signed out.`, variant: 'success' });
    await refetchSessions();
  };

  return (
    <ProfileSection
      title={<Trans>Password</Trans>}
      description={<Trans>A new password signs you out on all other devices.</Trans>}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4 @lg:grid-cols-2">
        <OwnPasswordFields username={username} own={own} />
        <div className="@lg:col-span-2">
          <Button type="submit" disabled={!own.isComplete} pending={own.errors.submitting}>
            <Trans>Change password</Trans>
          </Button>
        </div>
      </form>
    </ProfileSection>
  );
}
