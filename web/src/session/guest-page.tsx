import type { Language } from '@innkeeper/contract';
import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/use-label.ts';
import { Brand } from '../shell/brand.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { switchLanguage } from './session.ts';

const LANGUAGES: readonly { value: Language; short: string; name: string }[] = [
  { value: 'en', short: 'EN', name: 'English' },
  { value: 'id', short: 'ID', name: 'Bahasa Indonesia' },
];

export interface GuestPageProps {
  /** The window's title. */
  title: string;
  children: ReactNode;
  /** Below the panel. */
  aside?: ReactNode;
}

/** The frame of the pages for those who have not signed in: the mark, one panel, the language. */
export function GuestPage({ title, children, aside }: GuestPageProps) {
  usePageTitle(title);
  const language = useLanguage();
  return (
    <div className="flex min-h-dvh flex-col bg-sunken">
      <header className="flex items-center justify-between px-5 py-4 sm:px-8 sm:py-6">
        <Brand />
        <div className="flex gap-1 text-sm font-medium">
          {LANGUAGES.map(({ value, short, name }) => (
            <button
              key={value}
              type="button"
              lang={value}
              aria-label={name}
              aria-pressed={language === value}
              onClick={() => void switchLanguage(value)}
              className="h-(--control-small) min-w-(--control-small) rounded-md px-2 text-muted hover:bg-hover hover:text-text aria-pressed:text-text aria-pressed:underline aria-pressed:decoration-accent aria-pressed:decoration-2 aria-pressed:underline-offset-4"
            >
              {short}
            </button>
          ))}
        </div>
      </header>
      <main className="flex flex-1 flex-col items-center px-4 pt-[max(1rem,9vh)] pb-10">
        <div className="w-full max-w-96 rounded-lg border border-border bg-surface p-6 sm:p-8">{children}</div>
        {aside && <div className="mt-6 w-full max-w-96">{aside}</div>}
      </main>
    </div>
  );
}
