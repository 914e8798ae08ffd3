import { useLabel } from '../../i18n/use-label.ts';
import type { PageHelp } from './page-help.ts';

/** What a page is for, and the steps of what people do there. */
export function ArticleBody({ article }: { article: PageHelp }) {
  const label = useLabel();
  return (
    <>
      <p>{label(article.about)}</p>
      <ol className="mt-2 flex list-decimal flex-col gap-1 pl-5 marker:text-muted">
        {article.steps.map((step) => (
          <li key={step.en}>{label(step)}</li>
        ))}
      </ol>
    </>
  );
}
