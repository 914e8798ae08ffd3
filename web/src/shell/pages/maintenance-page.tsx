import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { KeyRack } from '../../ui/key-rack.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { AsidePage } from './aside-page.tsx';
import { Countdown } from './countdown.tsx';

export function MaintenancePage() {
  const { t } = useLingui();
  usePageTitle(t`Under maintenance`);
  const [isOver, setOver] = useState(false);
  return (
    <AsidePage rack={<KeyRack />}>
      <h1 className="text-2xl font-semibold">
        <Trans>We are putting the house in order.</Trans>
      </h1>
      <p role="status" className="mt-2 mb-8 text-lg text-muted">
        {isOver ? (
          <Trans>The console should be open again.</Trans>
        ) : (
          <Trans>The console is closed for maintenance. It opens again in</Trans>
        )}
      </p>
      {isOver ? (
        <div>
          <a href="/" className={buttonClass('primary')}>
            <Trans>Go back to the dashboard</Trans>
          </a>
        </div>
      ) : (
        <Countdown onOver={() => setOver(true)} />
      )}
    </AsidePage>
  );
}
