import { Trans } from '@lingui/react/macro';
import { BrandMark } from '../shell/brand.tsx';
import { PRODUCT, usePageTitle } from '../shell/page-title.ts';

/** Open to whoever has signed in, also where their role opens nothing else. */
export function PlainDashboardPage() {
  usePageTitle(PRODUCT);
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 p-6 text-center">
      <BrandMark size={56} />
      <h1 className="text-2xl font-semibold">{PRODUCT}</h1>
      <p className="max-w-sm text-muted">
        <Trans>The back office of your membership programme. What you may work with stands in the navigation.</Trans>
      </p>
    </div>
  );
}
