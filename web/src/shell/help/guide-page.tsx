import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from '@tanstack/react-router';
import Printer from 'lucide-react/icons/printer';
import SearchX from 'lucide-react/icons/search-x';
import { useEffect, useRef } from 'react';
import { useSearchText } from '../../features/member-search/use-search-text.ts';
import { useLabel, useLanguage } from '../../i18n/use-label.ts';
import { listPages, useNavigation } from '../../session/navigation-tree.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { usePageKeys } from '../../ui/page-keys.ts';
import { ArticleBody } from './article-body.tsx';
import { searchGuide } from './guide-search.ts';
import { type Article, CHAPTERS, type Chapter } from './guide.ts';
import { KeyList } from './key-list.tsx';

/**
 * The user guide: the help of every page, by the groups of the menu. Everybody may read all of it; an article says if
 * its reader cannot open the page.
 */
export function GuidePage() {
  const { t } = useLingui();
  const language = useLanguage();
  const [text, setText] = useSearchText();
  const input = useRef<HTMLInputElement>(null);
  usePageKeys([{ key: '/', label: t`Search the guide`, run: () => input.current?.focus() }]);
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  const chapters = searchGuide(CHAPTERS, text, language);
  return (
    <Page
      title={t`User guide`}
      boxed
      actions={
        <Button icon={<Printer size={16} />} onClick={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
      }
    >
      <div role="search" className="mb-6 max-w-xl print:hidden">
        <input
          ref={input}
          type="search"
          aria-label={t`Search the guide`}
          placeholder={t`Search the guide`}
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="control"
        />
      </div>
      {chapters.length === 0 ? (
        <EmptyState
          icon={<SearchX size={20} />}
          title={<Trans>Nothing in the guide matches</Trans>}
          action={
            <Button onClick={() => setText('')}>
              <Trans>Show the whole guide</Trans>
            </Button>
          }
        />
      ) : (
        <div className="grid items-start gap-x-10 gap-y-6 @4xl:grid-cols-[14rem_minmax(0,1fr)] print:block">
          <Contents chapters={chapters} />
          <div className="flex max-w-3xl flex-col gap-10">
            {chapters.map((chapter) => (
              <ChapterSection key={chapter.id} chapter={chapter} />
            ))}
          </div>
        </div>
      )}
    </Page>
  );
}

/** Links to the chapters, and on wide pages to their articles. */
function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  const { t } = useLingui();
  const label = useLabel();
  return (
    <nav
      aria-label={t`Contents`}
      className="max-h-[80dvh] overflow-y-auto overscroll-contain @4xl:sticky @4xl:top-4 print:hidden"
    >
      <ul className="flex flex-wrap gap-x-4 gap-y-2 @4xl:flex-col @4xl:gap-4">
        {chapters.map(({ id, title, articles }) => (
          <li key={id}>
            <ContentsLink id={`chapter-${id}`} title={label(title)} className="font-medium" />
            <ul className="mt-1 hidden flex-col gap-1 @4xl:flex">
              {articles.map((article) => (
                <li key={article.id}>
                  <ContentsLink id={article.id} title={label(article.title)} className="text-sm text-muted" />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ContentsLink({ id, title, className }: { id: string; title: string; className: string }) {
  return (
    <Link
      to="."
      hash={id}
      search
      replace
      // Chosen again, the link must lead back to its article, although the address does not change.
      onClick={() => document.getElementById(id)?.scrollIntoView()}
      className={`rounded-sm hover:text-text hover:underline ${className}`}
    >
      {title}
    </Link>
  );
}

function ChapterSection({ chapter: { id, title, articles } }: { chapter: Chapter }) {
  const label = useLabel();
  return (
    <section id={`chapter-${id}`} aria-label={label(title)} className="scroll-mt-4">
      <h2 className="mb-4 border-b border-border pb-1.5 text-lg font-semibold">{label(title)}</h2>
      <div className="flex flex-col gap-8">
        {articles.map((article) => (
          <ArticleSection key={article.id} article={article} />
        ))}
      </div>
    </section>
  );
}

function ArticleSection({ article }: { article: Article }) {
  const label = useLabel();
  const title = label(article.title);
  const keyHints = article.keys.map((key) => ({ key: key.key, label: label(key.label) }));
  return (
    <article id={article.id} aria-label={title} className="scroll-mt-4 break-inside-avoid">
      <header className="mb-1.5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="text-base font-semibold">{title}</h3>
        <ArticleAccess article={article} title={title} />
      </header>
      <ArticleBody article={article} />
      {keyHints.length > 0 && (
        <div className="mt-3">
          <KeyList title={<Trans>Keys</Trans>} keyHints={keyHints} />
        </div>
      )}
    </article>
  );
}

/** The link to the article's page, or that its reader has no access. */
function ArticleAccess({ article: { menuId, url }, title }: { article: Article; title: string }) {
  const pages = listPages(useNavigation());
  const pageUrl = url ?? pages.find(({ id }) => id === menuId)?.url;
  if (pageUrl !== undefined)
    return (
      <Link to={pageUrl} className="text-sm text-accent-text hover:underline print:hidden">
        <Trans>Open {title}</Trans>
      </Link>
    );
  if (menuId === undefined) return null;
  return (
    <span className="text-sm text-muted">
      <Trans>You don’t have access to this page.</Trans>
    </span>
  );
}
