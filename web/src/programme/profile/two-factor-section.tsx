import type { Profile } from '@innkeeper/contract';
import { Plural, Trans } from '@lingui/react/macro';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ProfileSection } from './profile-section.tsx';

/** Fewer codes than this are few. */
const FEW = 4;

/** A code of an authenticator app beside the password: on or off, and the steps to change it. */
export function TwoFactorSection({ profile }: { profile: Profile }) {
  const left = profile.recovery_codes_left;
  return (
    <ProfileSection
      title={<Trans>Two-factor sign-in</Trans>}
      description={
        <Trans>A code from an app on your phone beside the password: a stolen password alone opens nothing.</Trans>
      }
    >
      {profile.two_factor ? (
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="success">
              <Trans>On</Trans>
            </Badge>
            <span className={left < FEW ? 'text-warning-text' : 'text-muted'}>
              <Plural
                value={left}
                _0="No recovery code is left. Make new ones."
                one="# recovery code left"
                other="# recovery codes left"
              />
            </span>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => void openRenewal()}>
              <Trans>New recovery codes</Trans>
            </Button>
            <Button variant="ghost" onClick={() => void openRemoval()}>
              <Trans>Switch off</Trans>
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Badge>
            <Trans>Off</Trans>
          </Badge>
          <Button onClick={() => void openSetup()}>
            <Trans>Set up</Trans>
          </Button>
        </div>
      )}
    </ProfileSection>
  );
}

async function openSetup(): Promise<void> {
  const { openTwoFactorSetup } = await import('./two-factor-setup.tsx');
  await openTwoFactorSetup();
}

async function openRenewal(): Promise<void> {
  const { openRecoveryCodeRenewal } = await import('./two-factor-dialogs.tsx');
  await openRecoveryCodeRenewal();
}

async function openRemoval(): Promise<void> {
  const { openTwoFactorRemoval } = await import('./two-factor-dialogs.tsx');
  await openTwoFactorRemoval();
}
