import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import BookOpen from 'lucide-react/icons/book-open';
import { useLabel } from '../../i18n/use-label.ts';
import { buttonClass } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { MESSAGES_KEY } from '../../ui/message-bar.tsx';
import { type KeyHint, listPageKeyHints } from '../../ui/page-keys.ts';
import { HELP_KEY, MAX_SHORTCUT_KEYS, PALETTE_KEY, shortcutKeyName } from '../key-names.ts';
import { useStarredPages } from '../shortcuts.ts';
import { ArticleBody } from './article-body.tsx';
import { type Article, findArticle } from './guide.ts';
import { KeyList } from './key-list.tsx';

/** Shows the help of the current page, the keys that work on it now, and those that work everywhere. */
export async function showHelp(): Promise<void> {
  const article = findArticle(location.pathname);
  const keyHints = listPageKeyHints();
  await openDialog((close) => <HelpDialog article={article} keyHints={keyHints} close={() => close()} />, {
    width: '34rem',
  });
}

interface HelpDialogProps {
  article: Article | undefined;
  keyHints: readonly KeyHint[];
  close: () => void;
}

function HelpDialog({ article, keyHints, close }: HelpDialogProps) {
  const { t } = useLingui();
  const label = useLabel();
  const title = article && label(article.title);
  const shortcutHints = useStarredPages()
    .slice(0, MAX_SHORTCUT_KEYS)
    .map((page, index) => ({ key: shortcutKeyName(index), label: page.title }));
  const globalHints = [
    {
      key: PALETTE_KEY,
      label: t`Find pages, guests and actions. “Redeem”, “sell” or “visit” before a guest’s name opens that page`,
    },
    ...shortcutHints,
    { key: MESSAGES_KEY, label: t`Go to the newest message` },
    { key: HELP_KEY, label: t`Help for this page` },
  ];
  return (
    <DialogFrame
      title={title === undefined ? t`Help` : t`Help: ${title}`}
      footer={
        <Link to="/help" hash={article?.id ?? ''} onClick={close} className={buttonClass()}>
          <BookOpen size={16} />
          <Trans>User guide</Trans>
        </Link>
      }
    >
      <div className="flex flex-col gap-5">
        {article && (
          <div>
            <ArticleBody article={article} />
          </div>
        )}
        {keyHints.length > 0 && <KeyList title={<Trans>Keys on this page</Trans>} keyHints={keyHints} />}
        <KeyList title={<Trans>Keys everywhere</Trans>} keyHints={globalHints} />
      </div>
    </DialogFrame>
  );
}
