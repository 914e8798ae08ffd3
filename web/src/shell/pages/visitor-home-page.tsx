import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { KeyRack } from '../../ui/key-rack.tsx';
import { PRODUCT, usePageTitle } from '../../ui/page-title.ts';
import { StandalonePage } from './standalone-page.tsx';

/** The start page of a visitor who is not signed in. */
export function VisitorHomePage() {
  const { t } = useLingui();
  usePageTitle(t`Dashboard`);
  return (
    <StandalonePage illustration={<KeyRack />}>
      <h1 className="text-2xl font-semibold">{PRODUCT}</h1>
      <p className="mt-2 text-lg text-muted">
        <Trans>The back office of your membership programme. Use the navigation to get started.</Trans>
      </p>
      <div className="mt-6">
        <Link to="/login" className={buttonClass('primary')}>
          <Trans>Login</Trans>
        </Link>
      </div>
    </StandalonePage>
  );
}
