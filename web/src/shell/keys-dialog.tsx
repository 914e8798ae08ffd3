import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DialogFrame } from '../ui/dialog.tsx';
import { openDialog } from '../ui/dialog-store.ts';
import { Kbd } from '../ui/kbd.tsx';
import { MESSAGES_KEY } from '../ui/message-bar.tsx';
import { type KeyHint, listPageKeyHints } from '../ui/page-keys.ts';
import { KEYS_DIALOG_KEY, MAX_SHORTCUT_KEYS, PALETTE_KEY, shortcutKeyName } from './key-names.ts';
import { useStarredPages } from './shortcuts.ts';

/** Shows the keyboard shortcuts of the current page, and those that work everywhere. */
export async function showKeys(): Promise<void> {
  const keyHints = listPageKeyHints();
  await openDialog(() => <KeysDialog keyHints={keyHints} />, { width: '30rem' });
}

function KeysDialog({ keyHints }: { keyHints: readonly KeyHint[] }) {
  const { t } = useLingui();
  const shortcutHints = useStarredPages()
    .slice(0, MAX_SHORTCUT_KEYS)
    .map(({ title }, index) => ({ key: shortcutKeyName(index), label: title }));
  const globalHints = [
    {
      key: PALETTE_KEY,
      label: t`Find pages, guests and actions. “Redeem”, “sell” or “visit” before a guest’s name opens that page`,
    },
    ...shortcutHints,
    { key: MESSAGES_KEY, label: t`Go to the newest message` },
    { key: KEYS_DIALOG_KEY, label: t`Show keyboard shortcuts` },
  ];
  return (
    <DialogFrame title={t`Keyboard shortcuts`}>
      <div className="flex flex-col gap-5">
        {keyHints.length > 0 && <KeyList title={<Trans>On this page</Trans>} keyHints={keyHints} />}
        <KeyList title={<Trans>Everywhere</Trans>} keyHints={globalHints} />
      </div>
    </DialogFrame>
  );
}

function KeyList({ title, keyHints }: { title: ReactNode; keyHints: readonly KeyHint[] }) {
  const names = useKeyNames();
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-medium text-muted">{title}</h3>
      <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
        {keyHints.map(({ key, label }) => (
          <div key={`${key} ${label}`} className="contents">
            <dt>
              <Kbd>{names[key] ?? key}</Kbd>
            </dt>
            <dd className="min-w-0 break-words">{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Names of keys whose label on keyboards differs from the browser's name. */
function useKeyNames(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return { ' ': t`Space`, Escape: 'Esc', Enter: 'Enter', Delete: 'Del', ArrowDown: '↓', e: 'E', n: 'N', p: 'P' };
}
