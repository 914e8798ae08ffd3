import { type Language, normalizeWords } from '@innkeeper/contract';
import type { Article, Chapter } from './guide.ts';

/** The chapters with only the articles that contain every typed word, in this language or in the other one's titles. */
export function searchGuide(chapters: readonly Chapter[], searchText: string, language: Language): readonly Chapter[] {
  const words = normalizeWords(searchText).split(' ');
  const matches = (article: Article) => {
    const text = normalizeWords(
      [
        article.title.en,
        article.title.id,
        ...[article.about, ...article.steps, ...article.keys.map((key) => key.label)].map((part) => part[language]),
      ].join(' '),
    );
    return words.every((word) => text.includes(word));
  };
  return chapters.flatMap((chapter) => {
    const articles = chapter.articles.filter(matches);
    return articles.length === 0 ? [] : [{ ...chapter, articles }];
  });
}
