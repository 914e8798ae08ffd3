import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { KeyRack } from '../../ui/key-rack.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { forgetMaintenanceEnd, readMaintenanceEnd } from './maintenance-end.ts';
import { StandalonePage } from './standalone-page.tsx';
import { Countdown } from './countdown.tsx';

export function MaintenancePage() {
  const { t } = useLingui();
  usePageTitle(t`Under maintenance`);
  const [hasEnded, setHasEnded] = useState(false);
  const [until] = useState(() => readMaintenanceEnd(localStorage));
  const finish = useCallback(() => {
    forgetMaintenanceEnd(localStorage);
    setHasEnded(true);
  }, []);
  return (
    <StandalonePage illustration={<KeyRack />}>
      <h1 className="text-2xl font-semibold">
        <Trans>Back soon</Trans>
      </h1>
      <p role="status" className="mt-2 mb-8 text-lg text-muted">
        {hasEnded ? (
          <Trans>Maintenance has ended</Trans>
        ) : (
          <Trans>The console is closed for maintenance. It reopens in</Trans>
        )}
      </p>
      {hasEnded ? (
        <div>
          <a href="/" className={buttonClass('primary')}>
            <Trans>Go back to the dashboard</Trans>
          </a>
        </div>
      ) : (
        <Countdown until={until} onEnd={finish} />
      )}
    </StandalonePage>
  );
}
