import type { Profile } from '@innkeeper/contract';
import { Plural, Trans } from '@lingui/react/macro';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ProfileSection } from './profile-section.tsx';
import { holdKeys } from '../../ui/typed-ahead.ts';

/** Warn if fewer codes than this are left. */
const MIN_REMAINING_CODES = 4;

/** Two-factor sign-in with an authenticator app: its state, and the steps to change it. */
export function TwoFactorSection({ profile }: { profile: Profile }) {
  const remainingCount = profile.recovery_codes_left;
  return (
    <ProfileSection
      title={<Trans>Two-factor sign-in</Trans>}
      description={<Trans>Requires a code from your phone as well, so a stolen password is not enough.</Trans>}
    >
      {profile.two_factor ? (
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="success">
              <Trans>On</Trans>
            </Badge>
            <span className={remainingCount < MIN_REMAINING_CODES ? 'text-warning-text' : 'text-muted'}>
              <Plural
                value={remainingCount}
                _0="No recovery codes left. Create new ones."
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
              <Trans>Turn off</Trans>
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
  const { openTwoFactorSetup } = await holdKeys(import('./two-factor-setup.tsx'));
  await openTwoFactorSetup();
}

async function openRenewal(): Promise<void> {
  const { openRecoveryCodeRenewal } = await holdKeys(import('./two-factor-dialogs.tsx'));
  await openRecoveryCodeRenewal();
}

async function openRemoval(): Promise<void> {
  const { openTwoFactorRemoval } = await holdKeys(import('./two-factor-dialogs.tsx'));
  await openTwoFactorRemoval();
}
