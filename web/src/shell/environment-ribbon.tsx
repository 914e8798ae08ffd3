import { Trans, useLingui } from '@lingui/react/macro';

/** The server names its environment in the index page, so it is known before the first paint, without a request. */
const isStaging = (): boolean => document.documentElement.dataset['environment'] === 'staging';

/**
 * Marks the console of a staging environment. It takes a line at the lower edge: there it covers nothing, and leaves
 * navigation, toolbar and page where they are in production.
 */
export function EnvironmentRibbon() {
  const { t } = useLingui();
  if (!isStaging()) return null;
  return (
    <aside
      aria-label={t`Environment`}
      className="shrink-0 truncate border-t border-border bg-warning-soft px-4 text-center text-xs leading-5 font-medium text-warning-text print:hidden"
    >
      <Trans>Staging environment</Trans>
    </aside>
  );
}
