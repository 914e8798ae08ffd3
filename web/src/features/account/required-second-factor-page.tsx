import { Trans, useLingui } from '@lingui/react/macro';
import { PublicPage } from '../../session/public-page.tsx';
import { resumeSession, signOut } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { openTwoFactorSetup } from './two-factor-setup.tsx';

/** Replaces every page until a user whose role group requires it has set up two-factor sign-in. */
export function RequiredSecondFactorPage() {
  const { t } = useLingui();
  const setUp = async () => {
    await openTwoFactorSetup();
    await resumeSession();
  };
  return (
    <PublicPage title={t`Set up two-factor sign-in`}>
      <h1 className="text-lg font-semibold">
        <Trans>Set up two-factor sign-in</Trans>
      </h1>
      <p className="mt-2 text-muted">
        <Trans>Your role group requires a code from your phone as well as the password.</Trans>
      </p>
      <Button variant="primary" className="mt-4 w-full" autoFocus onClick={() => void setUp()}>
        <Trans>Set up</Trans>
      </Button>
      <Button variant="ghost" className="mt-3 self-start" onClick={() => void signOut()}>
        <Trans>Logout</Trans>
      </Button>
    </PublicPage>
  );
}
