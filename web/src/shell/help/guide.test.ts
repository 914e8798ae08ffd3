import { type Label, type NavigationItem, buildNavigation } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { CHAPTERS, PAGE_HELP, findArticle } from './guide.ts';
import { searchGuide } from './guide-search.ts';

const flatten = (items: readonly NavigationItem[]): readonly NavigationItem[] =>
  items.flatMap((item) => [item, ...flatten(item.children ?? [])]);
const menuPages = flatten(buildNavigation(() => true)).filter(({ type }) => type === 'item');
const articles = CHAPTERS.flatMap((chapter) => chapter.articles);

describe('the help', () => {
  test('has an article of each menu page, and of no page that the menu does not have', () => {
    expect(Object.keys(PAGE_HELP).sort()).toEqual(menuPages.map(({ id }) => id).sort());
    expect(articles.flatMap(({ menuId, id }) => (menuId === id ? [id] : []))).toEqual(menuPages.map(({ id }) => id));
  });

  test('has each article once', () => {
    const ids = articles.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(articles.map((article) => [article.id, article] as const))(
    'is short, in both languages: %s',
    (_, article) => {
      const texts: readonly Label[] = [
        article.title,
        article.about,
        ...article.steps,
        ...article.keys.map(({ label }) => label),
      ];
      for (const { en, id } of texts) {
        expect(en.trim(), id).not.toBe('');
        expect(id.trim(), en).not.toBe('');
        expect(Math.max(en.length, id.length), en).toBeLessThan(250);
      }
      for (const text of Object.values(article.about)) {
        const sentences = text.match(/[^.!?]+[.!?]/g) ?? [];
        expect(sentences.length, text).toBeGreaterThanOrEqual(1);
        expect(sentences.length, text).toBeLessThanOrEqual(3);
      }
      expect(article.steps.length).toBeGreaterThan(0);
      expect(article.steps.length).toBeLessThanOrEqual(4);
    },
  );
});

test.each([
  ['/company/member', 'member'],
  ['/company/member/7', 'member_page'],
  ['/company/member/new', 'member'],
  ['/company/member/7/merge', 'merge'],
  ['/company/member/import', 'import_export'],
  ['/company/member-card/3', 'member_card'],
  ['/company/search/v1', 'search'],
  ['/finance/voucher-redeem/wizard/7/9', 'redeem'],
  ['/finance/voucher-redeem/9', 'voucher_redeem'],
  ['/finance/transaction/wizard', 'sell_membership'],
  ['/report/overview', 'overview-report'],
  ['/pages/profile', 'profile'],
  ['/dashboard', 'getting_around'],
  ['/error-404', undefined],
])('the help of the page %s is the article %s', (path, id) => {
  expect(findArticle(path)?.id).toBe(id);
});

describe('the search of the guide', () => {
  const findIds = (text: string, language: 'en' | 'id') =>
    searchGuide(CHAPTERS, text, language).flatMap((chapter) => chapter.articles.map(({ id }) => id));

  test('finds articles with all words, in the current language and by either title', () => {
    expect(findIds('scan BOOKING', 'en')).toEqual(['redeem']);
    expect(findIds('nomor reservasi pindai', 'id')).toEqual(['redeem']);
    expect(findIds('tukar', 'en')).toContain('redeem');
    expect(findIds('no such thing', 'en')).toEqual([]);
  });

  test('finds everything with an empty text', () => {
    expect(searchGuide(CHAPTERS, '  ', 'en')).toEqual(CHAPTERS);
  });
});
