import type { CallListMeta } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { formatNumber } from '../../format/number.ts';
import { IconButton } from '../../ui/icon-button.tsx';

interface CallListPagerProps {
  readonly meta: CallListMeta;
  /** Members on this page. */
  readonly rowCount: number;
  readonly onPageChange: (page: number) => void;
}

/**
 * Shows which part of the list is visible. It has no link to the last page, because staff work through a list from its
 * top.
 */
export function CallListPager({
  meta: { page, per_page, total, is_more },
  rowCount,
  onPageChange,
}: CallListPagerProps) {
  const { t } = useLingui();
  const firstNumber = formatNumber((page - 1) * per_page + 1);
  const lastNumber = formatNumber((page - 1) * per_page + rowCount);
  const count = formatNumber(total);
  return (
    <nav aria-label={t`Pages`} className="print:hidden flex min-h-11 items-center gap-3 pt-2 text-sm text-muted">
      <span role="status" className="tabular">
        {is_more ? (
          <Trans>
            {firstNumber}–{lastNumber} of more than {count}
          </Trans>
        ) : (
          <Trans>
            {firstNumber}–{lastNumber} of {count}
          </Trans>
        )}
      </span>
      {total > per_page && (
        <span className="ml-auto flex gap-1">
          <IconButton label={t`Previous page`} disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
            <ChevronLeft size={16} />
          </IconButton>
          <IconButton label={t`Next page`} disabled={page * per_page >= total} onClick={() => onPageChange(page + 1)}>
            <ChevronRight size={16} />
          </IconButton>
        </span>
      )}
    </nav>
  );
}
