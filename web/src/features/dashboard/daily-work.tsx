import { type NavigationItem, isResourceKey } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { NavigationIcon } from '../../session/navigation-icon.tsx';
import { useNavigation } from '../../session/navigation-tree.ts';
import { classNames } from '../../ui/class-names.ts';

/** What is done while a guest is waiting. */
const GUEST_ACTIONS: ReadonlySet<string> = new Set(['sell_membership', 'quick_visit', 'redeem']);
const isGuestAction = ({ id }: NavigationItem): boolean => GUEST_ACTIONS.has(id);

/** Side by side on a phone, two in a row if it is narrow. */
const ACTION_LIST_CLASS = 'max-sm:grid max-sm:grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))]';
/** On a phone large, with the icon above the text. */
const ACTION_CLASS =
  'sm:whitespace-nowrap max-sm:h-full max-sm:flex-col max-sm:justify-center max-sm:gap-1 max-sm:rounded-lg max-sm:px-1.5 max-sm:py-2.5 max-sm:text-center max-sm:leading-5 max-sm:[&_svg]:size-5';

/** Links to the pages used all day. What is done with a guest comes first, and is always in sight on a phone. */
export function DailyWork() {
  const { t } = useLingui();
  const pages = selectDailyPages(useNavigation());
  if (pages.length === 0)
    return (
      <p className="mb-4 text-muted">
        <Trans>Your role has no pages yet. Ask an administrator.</Trans>
      </p>
    );
  return (
    <nav aria-label={t`Every day`} className="mb-4 flex flex-wrap gap-2 max-sm:flex-col max-sm:flex-nowrap">
      <PageLinks pages={pages.filter(isGuestAction)} listClass={ACTION_LIST_CLASS} linkClass={ACTION_CLASS} />
      <PageLinks
        pages={pages.filter((page) => !isGuestAction(page))}
        listClass="max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1"
        linkClass="whitespace-nowrap"
      />
    </nav>
  );
}

interface PageLinksProps {
  readonly pages: readonly NavigationItem[];
  readonly listClass: string;
  readonly linkClass: string;
}

function PageLinks({ pages, listClass, linkClass }: PageLinksProps) {
  if (pages.length === 0) return null;
  return (
    <ul className={classNames('flex flex-wrap gap-2', listClass)}>
      {pages.map((page) => (
        <li key={page.id}>
          <Link
            to={page.url}
            className={classNames(
              'flex min-h-(--control) items-center gap-2 rounded-full border border-border bg-surface px-3 text-muted hover:border-strong-border hover:text-text [&_svg]:size-4',
              linkClass,
            )}
          >
            <NavigationIcon name={page.icon} />
            <span className="font-medium text-text">{page.title}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/**
 * Members and the work pages on the first level of the menu and in its first group. A user without any of these gets
 * the lists found there.
 */
function selectDailyPages(navigation: readonly NavigationItem[]): readonly NavigationItem[] {
  const group = navigation.find(({ type }) => type === 'group');
  const pages = [...navigation, ...(group?.children ?? [])].filter(
    ({ type, url }) => type === 'item' && url !== location.pathname,
  );
  // The handover is for the end of a shift, and linked beside the day.
  const workPages = pages.filter(({ id }) => id === 'member' || (id !== 'handover' && !isResourceKey(id)));
  return workPages.length > 0 ? workPages : pages;
}
