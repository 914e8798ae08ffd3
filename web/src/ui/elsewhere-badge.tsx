import { Trans } from '@lingui/react/macro';
import { Badge } from './badge.tsx';

/** Marks a record that counts at a hotel outside the user's own. */
export const ElsewhereBadge = () => (
  <Badge>
    <Trans>Elsewhere</Trans>
  </Badge>
);
