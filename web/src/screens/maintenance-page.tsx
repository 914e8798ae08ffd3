import { Trans, useLingui } from '@lingui/react/macro';
import { KeyRack } from '../shell/key-rack.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { AsidePage } from './aside-page.tsx';
import { Countdown } from './countdown.tsx';

export function MaintenancePage() {
  const { t } = useLingui();
  usePageTitle(t`Under maintenance`);
  return (
    <AsidePage rack={<KeyRack />}>
      <h1 className="text-2xl font-semibold">
        <Trans>We are putting the house in order.</Trans>
      </h1>
      <p className="mt-2 mb-8 text-lg text-muted">
        <Trans>The console is closed for maintenance. It opens again in</Trans>
      </p>
      <Countdown />
    </AsidePage>
  );
}
