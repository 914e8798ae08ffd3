import type { CurrentUser } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../session/api.ts';
import { can, useUser } from '../../session/user.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { PRODUCT, usePageTitle } from '../../ui/page-title.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { DailyWork } from './daily-work.tsx';

/** Start page of users with neither a dashboard nor a front desk: a greeting and links to their pages. */
export function WelcomeMessage() {
  const { t } = useLingui();
  usePageTitle(t`Dashboard`);
  const user = useUser();
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 p-6 text-center">
      <BrandMark size={56} />
      <h1 className="text-2xl font-semibold">{PRODUCT}</h1>
      {user?.role === 'guest' ? (
        <AccessPending email={user.email} />
      ) : (
        <>
          <p className="max-w-sm text-muted">
            <Trans>The back office of your membership programme. Use the navigation to get started.</Trans>
          </p>
          {!can('VIEW_DASHBOARD') && <DailyWork />}
        </>
      )}
    </div>
  );
}

/** Shown to a signed-in user who is waiting for a role group. */
function AccessPending({ email }: { email: string }) {
  const { t } = useLingui();
  const checkAccess = useMutation({
    mutationFn: () => api<{ data: CurrentUser }>('/api/user'),
    onSuccess: ({ data: user }) => {
      // A new role changes the whole console, so reload everything.
      if (user.role !== 'guest') location.assign('/');
      else showMessage({ message: t`No decision yet.`, variant: 'info' });
    },
  });
  return (
    <>
      <div className="max-w-md">
        <h2 className="text-lg font-medium">
          <Trans>Waiting for approval</Trans>
        </h2>
        <p className="mt-1 text-muted">
          <Trans>
            An administrator decides what you can access. We’ll email{' '}
            <b className="font-medium wrap-anywhere text-text">{email}</b> when it is ready.
          </Trans>
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" pending={checkAccess.isPending} onClick={() => checkAccess.mutate()}>
          <Trans>Check again</Trans>
        </Button>
        <Link to="/pages/profile" className={buttonClass()}>
          <Trans>My Profile</Trans>
        </Link>
        <Link to="/logout" className={buttonClass('ghost')}>
          <Trans>Logout</Trans>
        </Link>
      </div>
    </>
  );
}
