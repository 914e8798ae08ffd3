import { Trans } from '@lingui/react/macro';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useUser } from '../session/user.ts';

/** Says above every page what a user still lacks, and whom to ask. */
export function MissingAccess() {
  const user = useUser();
  // A user without a role group sees only the page that says so.
  if (!user || user.role === 'guest') return null;
  const hasNoRight = user.roles.length === 0;
  if (!hasNoRight && user.hotels?.length !== 0) return null;
  return (
    <p
      role="status"
      className="mx-4 mt-4 flex items-start gap-2.5 rounded-md bg-warning-soft px-3 py-2 text-warning-text sm:mx-6 print:hidden"
    >
      <TriangleAlert size={17} className="mt-0.5 shrink-0" />
      {hasNoRight ? (
        <Trans>Your role group has no rights yet. Ask an administrator to change it.</Trans>
      ) : (
        <Trans>
          You are not assigned to a hotel or region yet, so lists are empty. Ask an administrator for a staff
          assignment.
        </Trans>
      )}
    </p>
  );
}
