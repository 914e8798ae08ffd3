import { Trans, useLingui } from '@lingui/react/macro';
import { Brand } from '../shell/brand.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { Countdown } from './countdown.tsx';

export function MaintenancePage() {
  const { t } = useLingui();
  usePageTitle(t`Under maintenance`);
  return (
    <main className="flex min-h-dvh flex-col bg-sunken p-6 sm:p-10">
      <Brand />
      <div className="my-auto max-w-xl sm:pl-[8vw]">
        <h1 className="text-2xl font-semibold">
          <Trans>We are putting the house in order.</Trans>
        </h1>
        <p className="mt-2 mb-8 text-lg text-muted">
          <Trans>The console is closed for maintenance. It opens again in</Trans>
        </p>
        <Countdown />
      </div>
    </main>
  );
}
