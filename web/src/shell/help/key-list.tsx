import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Kbd } from '../../ui/kbd.tsx';
import type { KeyHint } from '../../ui/page-keys.ts';

/** Keys with their effects, under a heading. Touch screens do not show them. */
export function KeyList({ title, keyHints }: { title: ReactNode; keyHints: readonly KeyHint[] }) {
  const names = useKeyNames();
  return (
    <section className="pointer-coarse:hidden">
      <h4 className="mb-1.5 text-sm font-medium text-muted">{title}</h4>
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
