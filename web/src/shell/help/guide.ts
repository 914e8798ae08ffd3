import { type Label, type NavigationItem, buildNavigation, menuLabels } from '@innkeeper/contract';
import { listPages } from '../../session/navigation-tree.ts';
import type { HelpKey, PageHelp, TopicHelp } from './page-help.ts';
import { BASICS_HELP } from './texts/basics.ts';
import { DAILY_HELP, MEMBER_TOPICS } from './texts/daily.ts';
import { FINANCE_HELP } from './texts/finance.ts';
import { OTHERS_HELP } from './texts/others.ts';
import { REPORTS_HELP } from './texts/reports.ts';
import { SYSTEM_HELP } from './texts/system.ts';

/** The help of one page or topic. */
export interface Article extends PageHelp {
  readonly id: string;
  readonly title: Label;
  /** The menu page that the article is about, or that leads to its page. */
  readonly menuId?: string;
  /** The article's page, if everybody can open it. */
  readonly url?: string;
  readonly keys: readonly HelpKey[];
}

/** The articles about a group of the menu, in the order of its pages. */
export interface Chapter {
  readonly id: string;
  readonly title: Label;
  readonly articles: readonly Article[];
}

/** The help of every page of the menu by its id. See docs/decisions/0117-keep-the-texts-of-help-in-modules-of-their-own.md. */
export const PAGE_HELP: Readonly<Record<string, PageHelp>> = {
  ...DAILY_HELP,
  ...FINANCE_HELP,
  ...REPORTS_HELP,
  ...SYSTEM_HELP,
  ...OTHERS_HELP,
};

const TOPICS: Readonly<Record<string, TopicHelp>> = { ...BASICS_HELP, ...MEMBER_TOPICS };
/** Topics that follow the article of the menu page with this id. */
const TOPICS_BY_PAGE: Readonly<Record<string, readonly string[]>> = { member: Object.keys(MEMBER_TOPICS) };

function createTopic(id: string): readonly Article[] {
  const topic = TOPICS[id];
  if (!topic) return [];
  return [{ ...topic, id, keys: topic.keys ?? [] }];
}

function createArticles({ id, children = [] }: NavigationItem): readonly Article[] {
  const help = PAGE_HELP[id];
  const title = menuLabels.get(id);
  const own = help && title ? [{ ...help, id, title, menuId: id, keys: help.keys ?? [] }] : [];
  return [...own, ...(TOPICS_BY_PAGE[id] ?? []).flatMap(createTopic), ...children.flatMap(createArticles)];
}

function createChapters(): readonly Chapter[] {
  const menu = buildNavigation(() => true);
  const groups = menu.filter(({ type }) => type === 'group');
  return [
    {
      id: 'basics',
      title: { en: 'Basics', id: 'Dasar-dasar' },
      articles: Object.keys(BASICS_HELP).flatMap(createTopic),
    },
    {
      id: 'daily',
      title: { en: 'Every day', id: 'Setiap hari' },
      articles: menu.filter(({ type }) => type !== 'group').flatMap(createArticles),
    },
    ...groups.map((group) => ({
      id: group.id,
      title: menuLabels.get(group.id) ?? { en: group.title, id: group.title },
      articles: createArticles(group),
    })),
  ];
}

/** The whole guide, in the order of the menu. */
export const CHAPTERS: readonly Chapter[] = createChapters();
const ARTICLES = new Map(CHAPTERS.flatMap(({ articles }) => articles).map((article) => [article.id, article]));

/** Every page of the menu, the one with the longest path first. */
const MENU_PAGES = listPages(buildNavigation(() => true)).toSorted(
  (first, second) => (second.url ?? '').length - (first.url ?? '').length,
);

/** The help of the page at this path; undefined if it has none. */
export function findArticle(path: string): Article | undefined {
  const topicId = Object.keys(TOPICS).find((id) => TOPICS[id]?.path?.test(path));
  const menuPage = MENU_PAGES.find(({ url }) => url !== undefined && `${path}/`.startsWith(`${url}/`));
  return ARTICLES.get(topicId ?? menuPage?.id ?? '');
}
