import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePageTitle } from '../ui/page-title.ts';
import { signOut } from './session.ts';

/** Opening this page ends the session. */
export function LogoutPage() {
  const { t } = useLingui();
  usePageTitle(t`Logout`);
  const navigate = useNavigate();
  useEffect(() => {
    void signOut().then(() => navigate({ to: '/', replace: true }));
  }, [navigate]);
  return (
    <main role="status" className="flex min-h-dvh items-center justify-center text-lg text-muted">
      <Trans>Logging out..</Trans>
    </main>
  );
}
