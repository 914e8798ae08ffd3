import { Trans } from '@lingui/react/macro';
import { formatDateTime } from '../format/date.ts';
import { PRODUCT } from '../ui/page-title.ts';
import { useAreaTheme } from './theme.ts';

/** Version and build date. Hidden below 40rem of width or 30rem of height, as on phones and in zoomed windows. */
export function Footer() {
  const builtAt = formatDateTime(__BUILD_DATE__);
  return (
    <footer
      data-theme={useAreaTheme('footer')}
      className="hidden shrink-0 border-t border-border bg-surface text-xs text-muted print:hidden! [@media(width>=40rem)_and_(height>=30rem)]:block"
    >
      <div className="mx-auto flex h-(--footer) max-w-(--content-width) items-center justify-between gap-4 px-4 sm:px-6 lg:px-8">
        <span className="truncate tabular">
          {PRODUCT} {__VERSION__}
        </span>
        <span className="truncate tabular">
          <Trans>Built {builtAt}</Trans>
        </span>
      </div>
    </footer>
  );
}
