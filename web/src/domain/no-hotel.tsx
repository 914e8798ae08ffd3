import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import Building from 'lucide-react/icons/building';
import { can } from '../session/user.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Shown where work needs a hotel and the user has none: what has to exist first, and who can change that. */
export const NoHotel = () =>
  can('STORE_HOTEL') ? (
    <EmptyState
      icon={<Building size={20} />}
      title={<Trans>There is no hotel yet</Trans>}
      action={
        <Link to="/company/dashboard" className={buttonClass('primary')}>
          <Trans>Set up your programme</Trans>
        </Link>
      }
    >
      <Trans>Hotels and memberships have to exist first.</Trans>
    </EmptyState>
  ) : (
    <EmptyState icon={<Building size={20} />} title={<Trans>You have no hotel yet</Trans>}>
      <Trans>Ask an administrator to assign you to a hotel or region.</Trans>
    </EmptyState>
  );
