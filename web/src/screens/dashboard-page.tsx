import { type ListMeta, type NavigationItem, getResource, isResourceKey } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatNumber } from '../format/number.ts';
import { useLabel, useLanguage } from '../i18n/use-label.ts';
import { api } from '../session/api.ts';
import { can, useUser } from '../session/user.ts';
import { NavigationIcon } from '../shell/navigation-icon.tsx';
import { useNavigation } from '../shell/navigation-tree.ts';
import { Page } from '../shell/page.tsx';
import { preloadLists } from '../shell/preload.ts';
import { Skeleton } from '../ui/skeleton.tsx';

/** Counted on the first page: what head office asks for first. */
const COUNTED = ['member', 'membership', 'hotel'] as const;

/** Where the day begins: the size of the programme, and the ways to everything the user may work with. */
export function DashboardPage() {
  useEffect(preloadLists, []);
  const { t } = useLingui();
  const user = useUser();
  const sections = sectionsOf({ id: 'daily', title: t`Every day`, children: useNavigation() });
  const counted = COUNTED.filter((key) => isResourceKey(key) && can(`VIEW_${getResource(key).permission}`));
  return (
    <Page title={t`Welcome, ${user?.displayName ?? ''}`} aside={<Today />} boxed>
      {counted.length > 0 && (
        <dl className="mb-8 grid grid-cols-3 gap-2 sm:gap-3">
          {counted.map((key) => (
            <CountTile key={key} resource={key} />
          ))}
        </dl>
      )}
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 xl:grid-cols-3">
        {sections.map(({ id, title, pages }) => (
          <section key={id} aria-labelledby={`section-${id}`}>
            <h2 id={`section-${id}`} className="mb-1 border-b border-border pb-1.5 text-sm font-medium text-muted">
              {title}
            </h2>
            <ul>
              {pages.map((page) => (
                <li key={page.id}>
                  <Link
                    to={page.url}
                    className="-mx-2 flex min-h-(--control) items-center gap-3 rounded-md px-2 text-muted hover:bg-hover hover:text-text"
                  >
                    <NavigationIcon name={page.icon} />
                    <span className="font-medium text-text">{page.title}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {sections.length === 0 && (
        <p className="text-muted">
          <Trans>Your role does not open any page yet. Ask an administrator for it.</Trans>
        </p>
      )}
    </Page>
  );
}

interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly pages: readonly NavigationItem[];
}

/** The pages of the menu by what they stand in: each group and each section is one of its own here. */
function sectionsOf({ id, title, children = [] }: Pick<NavigationItem, 'id' | 'title' | 'children'>): PageSection[] {
  const pages = children.filter(({ type, url }) => type === 'item' && url !== location.pathname);
  const below = children.filter((item) => item.children).flatMap(sectionsOf);
  return pages.length > 0 ? [{ id, title, pages }, ...below] : below;
}

function Today() {
  const language = useLanguage();
  const today = new Date().toLocaleDateString(language === 'id' ? 'id-ID' : 'en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return <p className="w-full text-muted sm:w-auto">{today}</p>;
}

/** How many records of a resource the user may see. */
function CountTile({ resource }: { resource: (typeof COUNTED)[number] }) {
  const label = useLabel();
  const definition = getResource(resource);
  const { data, isError } = useQuery({
    queryKey: [resource, 'count'],
    queryFn: async ({ signal }) => (await api<{ meta: ListMeta }>(`/api/${resource}?per_page=1`, { signal })).meta,
  });
  return (
    <div className="relative flex min-w-0 flex-col-reverse rounded-lg border border-border bg-surface px-3 py-3 hover:border-strong-border sm:px-4 sm:py-3.5">
      <dt className="truncate text-sm text-muted sm:text-base">
        <Link to={definition.path} className="rounded-md after:absolute after:inset-0">
          {label(definition.labels)}
        </Link>
      </dt>
      <dd className="text-xl font-semibold tabular sm:text-2xl">
        {data ? (
          `${data.total_is_estimate ? '~' : ''}${formatNumber(data.total)}`
        ) : isError ? (
          '–'
        ) : (
          <Skeleton className="my-1 h-6 w-20" />
        )}
      </dd>
    </div>
  );
}
