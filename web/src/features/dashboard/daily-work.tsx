import { type NavigationItem, isResourceKey } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { NavigationIcon } from '../../session/navigation-icon.tsx';
import { useNavigation } from '../../session/navigation-tree.ts';

/** Links to the pages used all day, in one line. */
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
    <nav aria-label={t`Every day`} className="mb-4">
      <ul className="flex flex-wrap gap-2 max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1">
        {pages.map((page) => (
          <li key={page.id}>
            <Link
              to={page.url}
              className="flex min-h-(--control) items-center gap-2 rounded-full whitespace-nowrap border border-border bg-surface px-3 text-muted hover:border-strong-border hover:text-text [&_svg]:size-4"
            >
              <NavigationIcon name={page.icon} />
              <span className="font-medium text-text">{page.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
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
