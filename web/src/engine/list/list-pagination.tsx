import { type ListMeta, PER_PAGE_DEFAULT } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import ChevronFirst from 'lucide-react/icons/chevron-first';
import ChevronLast from 'lucide-react/icons/chevron-last';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { ChoiceButton } from '../../ui/choice-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ListStateHandle } from './use-list-state.ts';

const PAGE_SIZES = [25, 50, 100, 200, 500];
/** A button at its end stays in its place without a frame. */
const STEP = 'disabled:border-transparent! disabled:bg-transparent!';
const ICON = { size: 16, 'aria-hidden': true } as const;

interface ListPaginationProps {
  state: ListStateHandle;
  /** Undefined while the first page is on its way. */
  meta: ListMeta | undefined;
  /** Records on this page. */
  rows: number;
}

/** Which records these are, of how many, and the way to the others. */
export function ListPagination({ state: [{ page, per_page }, change], meta, rows }: ListPaginationProps) {
  const { t } = useLingui();
  const total = meta?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / per_page));
  const first = formatNumber(rows === 0 ? 0 : (page - 1) * per_page + 1);
  const last = formatNumber((page - 1) * per_page + rows);
  const count = formatNumber(total);
  const sizes = PAGE_SIZES.includes(per_page) ? PAGE_SIZES : [...PAGE_SIZES, per_page].toSorted((a, b) => a - b);
  const go = (to: number) => change({ page: Math.min(pages, Math.max(1, to)) });
  return (
    <nav
      aria-label={t`Pages`}
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-border px-3 py-1 text-sm text-muted"
    >
      <span role="status" className="tabular">
        {total > 0 &&
          (meta?.total_is_estimate ? (
            <Trans>
              {first}–{last} of about {count}
            </Trans>
          ) : (
            <Trans>
              {first}–{last} of {count}
            </Trans>
          ))}
      </span>
      <span className="flex items-center gap-1.5 max-sm:hidden print:hidden">
        <Trans>Rows</Trans>
        <ChoiceButton
          label={t`Rows`}
          className="h-7! w-auto! px-2! tabular"
          value={String(per_page)}
          onValueChange={(size) => change({ per_page: Number(size) || PER_PAGE_DEFAULT })}
          options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
        />
      </span>
      <span className="ml-auto flex items-center gap-0.5 print:hidden">
        <IconButton
          size="small"
          label={t`First page`}
          disabled={page <= 1}
          onClick={() => go(1)}
          className={`${STEP} max-sm:hidden`}
        >
          <ChevronFirst {...ICON} />
        </IconButton>
        <IconButton
          size="small"
          label={t`Previous page`}
          disabled={page <= 1}
          onClick={() => go(page - 1)}
          className={STEP}
        >
          <ChevronLeft {...ICON} />
        </IconButton>
        <PageJump key={page} page={page} pages={pages} go={go} />
        <IconButton
          size="small"
          label={t`Next page`}
          disabled={page >= pages}
          onClick={() => go(page + 1)}
          className={STEP}
        >
          <ChevronRight {...ICON} />
        </IconButton>
        <IconButton
          size="small"
          label={t`Last page`}
          disabled={page >= pages}
          onClick={() => go(pages)}
          className={`${STEP} max-sm:hidden`}
        >
          <ChevronLast {...ICON} />
        </IconButton>
      </span>
    </nav>
  );
}

/** The number of the page, to be typed over. */
function PageJump({ page, pages, go }: { page: number; pages: number; go: (page: number) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(String(page));
  const of = formatNumber(pages);
  const jump = () => {
    const to = Number(typed);
    if (Number.isInteger(to) && to > 0 && to !== page) go(to);
    else setTyped(String(page));
  };
  return (
    <span className="flex items-center gap-1.5 px-1 tabular">
      <input
        aria-label={t`Page`}
        inputMode="numeric"
        className="h-7 w-12 rounded-md border border-border bg-surface text-center text-text tabular"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={jump}
        onKeyDown={(event) => event.key === 'Enter' && jump()}
      />
      <span>
        <Trans>of {of}</Trans>
      </span>
    </span>
  );
}
