import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { KeyRack } from '../../ui/key-rack.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { StandalonePage } from './standalone-page.tsx';

/** Shown for an unknown path. */
export function NotFoundPage() {
  const { t } = useLingui();
  return (
    <ErrorPage code={404} title={t`This page does not exist.`}>
      <Trans>Check the address, or go back to the dashboard.</Trans>
    </ErrorPage>
  );
}

/** Shown after an unexpected error in the console. */
export function BrokenPage() {
  const { t } = useLingui();
  return (
    <ErrorPage code={500} title={t`Something went wrong`}>
      <Trans>The fault is on our side. Your saved data is safe.</Trans>
    </ErrorPage>
  );
}

/** The link is a plain `<a>`: a page load discards the state that may have caused the error. */
function ErrorPage({ code, title, children }: { code: number; title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <StandalonePage illustration={<KeyRack room={code} missing />}>
      <p className="text-3xl font-semibold text-accent tabular">{code}</p>
      <h1 className="mt-3 text-2xl font-semibold">{title}</h1>
      <p className="mt-2 text-lg text-muted">{children}</p>
      <div className="mt-6">
        <a href="/" className={buttonClass('primary')}>
          <Trans>Go back to the dashboard</Trans>
        </a>
      </div>
    </StandalonePage>
  );
}
