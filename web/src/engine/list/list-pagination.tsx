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
import type { OwnTotal } from './use-own-total.ts';

const PAGE_SIZES = [25, 50, 100, 200, 500];
/** A disabled button keeps its position but has no frame. */
const PAGE_BUTTON_CLASS = 'disabled:border-transparent! disabled:bg-transparent!';
const ICON_PROPS = { size: 16 } as const;

interface ListPaginationProps {
  state: ListStateHandle;
  /** Undefined while the first page is loading. */
  meta: ListMeta | undefined;
  /** Records on this page. */
  rows: number;
  /** The total to show; null while unknown. Undefined shows the total of all rows. */
  total?: OwnTotal | null;
  /** Limits the list to records that count elsewhere. */
  onElsewhere?: () => void;
}

/** Shows the range of listed records and the total, with controls for the other pages. */
export function ListPagination(props: ListPaginationProps) {
  const {
    state: [{ page, per_page }, change],
    meta,
    rows,
    total = { total: meta?.total ?? 0, isEstimate: meta?.total_is_estimate ?? false, elsewhere: 0 },
    onElsewhere,
  } = props;
  const { t } = useLingui();
  const rowTotal = meta?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(rowTotal / per_page));
  const first = formatNumber(rows === 0 ? 0 : (page - 1) * per_page + 1);
  const last = formatNumber((page - 1) * per_page + rows);
  const elsewhereText = formatNumber(total?.elsewhere ?? 0);
  const sizes = PAGE_SIZES.includes(per_page) ? PAGE_SIZES : [...PAGE_SIZES, per_page].toSorted((a, b) => a - b);
  const goToPage = (target: number) => change({ page: Math.min(pageCount, Math.max(1, target)) });
  return (
    <nav
      aria-label={t`Pages`}
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-border px-3 py-1 text-sm text-muted"
    >
      {/* First, so that the range, which arrives later, does not move it. */}
      <span className="flex items-center gap-1.5 max-sm:hidden print:hidden">
        <Trans>Rows</Trans>
        <ChoiceButton
          label={t`Rows`}
          className="h-7! w-auto! px-2! tabular pointer-coarse:h-(--control)!"
          value={String(per_page)}
          onValueChange={(size) => change({ per_page: Number(size) || PER_PAGE_DEFAULT })}
          options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
        />
      </span>
      <span role="status" className="tabular">
        {rowTotal > 0 && total && <PageRange {...{ first, last, total }} />}
        {total && total.total > 0 && total.elsewhere > 0 && (
          <>
            {' '}
            <button
              type="button"
              className="rounded-sm underline-offset-4 hover:text-text hover:underline"
              data-tooltip={t`Show only records of your members at other hotels`}
              onClick={onElsewhere}
            >
              <Trans>+ {elsewhereText} elsewhere</Trans>
            </button>
          </>
        )}
      </span>
      <span className="ml-auto flex items-center gap-0.5 print:hidden">
        <IconButton
          size="small"
          label={t`First page`}
          disabled={page <= 1}
          onClick={() => goToPage(1)}
          className={`${PAGE_BUTTON_CLASS} max-sm:hidden`}
        >
          <ChevronFirst {...ICON_PROPS} />
        </IconButton>
        <IconButton
          size="small"
          label={t`Previous page`}
          disabled={page <= 1}
          onClick={() => goToPage(page - 1)}
          className={PAGE_BUTTON_CLASS}
        >
          <ChevronLeft {...ICON_PROPS} />
        </IconButton>
        <PageJump key={page} page={page} pages={pageCount} goToPage={goToPage} />
        <IconButton
          size="small"
          label={t`Next page`}
          disabled={page >= pageCount}
          onClick={() => goToPage(page + 1)}
          className={PAGE_BUTTON_CLASS}
        >
          <ChevronRight {...ICON_PROPS} />
        </IconButton>
        <IconButton
          size="small"
          label={t`Last page`}
          disabled={page >= pageCount}
          onClick={() => goToPage(pageCount)}
          className={`${PAGE_BUTTON_CLASS} max-sm:hidden`}
        >
          <ChevronLast {...ICON_PROPS} />
        </IconButton>
      </span>
    </nav>
  );
}

/** The range of rows on this page and the total. */
function PageRange({ first, last, total: { total, isEstimate, elsewhere } }: PageRangeProps) {
  const count = formatNumber(total);
  const elsewhereText = formatNumber(elsewhere);
  if (isEstimate)
    return (
      <Trans>
        {first}–{last} of about {count}
      </Trans>
    );
  if (total === 0)
    return (
      <Trans>
        {first}–{last} of {elsewhereText} elsewhere
      </Trans>
    );
  return (
    <Trans>
      {first}–{last} of {count}
    </Trans>
  );
}

interface PageRangeProps {
  first: string;
  last: string;
  total: OwnTotal;
}

/** The page number, as an editable input. */
function PageJump({ page, pages, goToPage }: { page: number; pages: number; goToPage: (page: number) => void }) {
  const { t } = useLingui();
  const [inputText, setInputText] = useState(String(page));
  const pageTotal = formatNumber(pages);
  const commitPage = () => {
    const target = Number(inputText);
    if (Number.isInteger(target) && target > 0 && target !== page) goToPage(target);
    else setInputText(String(page));
  };
  return (
    <span className="flex items-center gap-1.5 px-1 tabular">
      <input
        aria-label={t`Page`}
        inputMode="numeric"
        className="h-7 w-12 pointer-coarse:h-(--control) rounded-md border border-border bg-surface text-center text-text tabular"
        value={inputText}
        onChange={(event) => setInputText(event.target.value)}
        onBlur={commitPage}
        onKeyDown={(event) => event.key === 'Enter' && commitPage()}
      />
      <span className="min-w-16">
        <Trans>of {pageTotal}</Trans>
      </span>
    </span>
  );
}
