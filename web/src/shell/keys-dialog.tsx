import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DialogFrame } from '../ui/dialog.tsx';
import { openDialog } from '../ui/dialog-store.ts';
import { Kbd } from '../ui/kbd.tsx';
import { MESSAGES_KEY } from '../ui/message-bar.tsx';
import { type KeyHint, pageKeyHints } from '../ui/page-keys.ts';
import { KEYS_KEY, MAX_KEYS, PALETTE_KEY, keyOf } from './key-names.ts';
import { useStarredPages } from './shortcuts.ts';

/** Shows the keys of the current page, and those of every page. */
export async function showKeys(): Promise<void> {
  const keyHints = pageKeyHints();
  await openDialog(() => <KeysDialog keyHints={keyHints} />, { width: '30rem' });
}

function KeysDialog({ keyHints }: { keyHints: readonly KeyHint[] }) {
  const { t } = useLingui();
  const starred = useStarredPages()
    .slice(0, MAX_KEYS)
    .map(({ title }, at) => ({ key: keyOf(at), label: title }));
  const everywhere = [
    { key: PALETTE_KEY, label: t`Find pages, guests and actions` },
    ...starred,
    { key: MESSAGES_KEY, label: t`Go to the newest message` },
    { key: KEYS_KEY, label: t`Show keyboard shortcuts` },
  ];
  return (
    <DialogFrame title={t`Keyboard shortcuts`}>
      <div className="flex flex-col gap-5">
        {keyHints.length > 0 && <Keys title={<Trans>On this page</Trans>} keyHints={keyHints} />}
        <Keys title={<Trans>Everywhere</Trans>} keyHints={everywhere} />
      </div>
    </DialogFrame>
  );
}

function Keys({ title, keyHints }: { title: ReactNode; keyHints: readonly KeyHint[] }) {
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
