import { Trans } from '@lingui/react/macro';
import { Badge } from './badge.tsx';

/** Marks a record that counts at a hotel that is none of the user's. */
export const ElsewhereBadge = () => (
  <Badge>
    <Trans>Elsewhere</Trans>
  </Badge>
);
