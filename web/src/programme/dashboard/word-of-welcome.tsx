import type { CurrentUser } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '../../session/api-error.ts';
import { api } from '../../session/api.ts';
import { can, useUser } from '../../session/user.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { PRODUCT, usePageTitle } from '../../ui/page-title.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { DailyWork } from './daily-work.tsx';

/** A page for users who have no dashboard and no counter: a word, and the ways to their pages. */
export function WordOfWelcome() {
  const { t } = useLingui();
  usePageTitle(t`Dashboard`);
  const user = useUser();
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 p-6 text-center">
      <BrandMark size={56} />
      <h1 className="text-2xl font-semibold">{PRODUCT}</h1>
      {user?.role === 'guest' ? (
        <Pending email={user.email} />
      ) : (
        <>
          <p className="max-w-sm text-muted">
            <Trans>
              The back office of your membership programme. What you may work with stands in the navigation.
            </Trans>
          </p>
          {!can('VIEW_DASHBOARD') && <DailyWork />}
        </>
      )}
    </div>
  );
}

/** A user who has signed in and waits for a role group. */
function Pending({ email }: { email: string }) {
  const { t } = useLingui();
  const [looking, setLooking] = useState(false);
  const look = async () => {
    setLooking(true);
    try {
      const { data: user } = await api<{ data: CurrentUser }>('/api/user');
      // With a role comes another console: everything is asked for anew.
      if (user.role !== 'guest') location.assign('/');
      else showMessage({ message: t`Nothing has been decided yet.`, variant: 'info' });
    } catch (error) {
      if (!isApiError(error)) throw error;
    } finally {
      setLooking(false);
    }
  };
  return (
    <>
      <div className="max-w-md">
        <h2 className="text-lg font-medium">
          <Trans>Waiting for approval</Trans>
        </h2>
        <p className="mt-1 text-muted">
          <Trans>
            An administrator decides what you may work with. A mail to{' '}
            <b className="font-medium wrap-anywhere text-text">{email}</b> tells you as soon as it is done.
          </Trans>
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" pending={looking} onClick={() => void look()}>
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
