import { PASSWORD_MIN_LENGTH } from '@innkeeper/contract';
import { Plural, Trans } from '@lingui/react/macro';
import { classNames } from './class-names.ts';
import { type Strength, estimateStrength } from './password-strength.ts';

const STRENGTH_BARS: Record<Strength, { filled: number; tone: string }> = {
  short: { filled: 1, tone: 'bg-danger' },
  weak: { filled: 2, tone: 'bg-warning' },
  fair: { filled: 3, tone: 'bg-success' },
  strong: { filled: 4, tone: 'bg-success' },
};

/** Shows how hard a password is to guess; renders nothing if it is empty. */
export function StrengthMeter({ password }: { password: string }) {
  if (password === '') return null;
  const strength = estimateStrength(password);
  const { filled, tone } = STRENGTH_BARS[strength];
  const missingCount = PASSWORD_MIN_LENGTH - [...password].length;
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden="true" className="flex w-28 gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={classNames('h-1 flex-1 rounded-full', bar <= filled ? tone : 'bg-border')} />
        ))}
      </span>
      <span role="status" className="text-xs text-muted">
        {strength === 'short' && <Plural value={missingCount} one="# character to go" other="# characters to go" />}
        {strength === 'weak' && <Trans>Easy to guess</Trans>}
        {strength === 'fair' && <Trans>Good</Trans>}
        {strength === 'strong' && <Trans>Strong</Trans>}
      </span>
    </div>
  );
}
