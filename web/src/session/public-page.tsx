import { LANGUAGES } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LANGUAGE_NAMES } from '../i18n/language.ts';
import { useLanguage } from '../i18n/use-label.ts';
import { Brand } from '../ui/brand.tsx';
import { KeyRack } from '../ui/key-rack.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { switchLanguage } from './session.ts';

export interface PublicPageProps {
  /** The window's title. */
  title: string;
  children: ReactNode;
  /** Below the panel. */
  aside?: ReactNode;
}

/** The layout of pages for users who are not signed in: brand, languages, form, and a key board as decoration. */
export function PublicPage({ title, children, aside }: PublicPageProps) {
  usePageTitle(title);
  const language = useLanguage();
  return (
    // These pages have no app shell, so they fill the window.
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(26rem,36rem)_1fr]">
      <div className="flex flex-col px-5 sm:px-10">
        <header className="flex flex-wrap items-center justify-between gap-x-4 py-4 sm:py-6">
          <Brand />
          <div className="flex gap-1 text-sm font-medium">
            {LANGUAGES.map((value) => (
              <button
                key={value}
                type="button"
                lang={value}
                aria-pressed={language === value}
                onClick={() => void switchLanguage(value)}
                className="h-(--control-small) min-w-(--control-small) rounded-md px-2 whitespace-nowrap text-muted hover:bg-hover hover:text-text aria-pressed:text-text aria-pressed:underline aria-pressed:decoration-accent aria-pressed:decoration-2 aria-pressed:underline-offset-4"
              >
                {LANGUAGE_NAMES[value]}
              </button>
            ))}
          </div>
        </header>
        {/* From the top down, not centred, so that what arrives at the end does not move the form. */}
        <main className="mx-auto flex w-full max-w-88 flex-1 flex-col pt-[max(1rem,5vh)] pb-[8vh] sm:pt-[14vh]">
          {children}
          {aside}
        </main>
      </div>
      <div className="relative hidden overflow-hidden bg-deep lg:block">
        <KeyRack />
      </div>
    </div>
  );
}

export const BackToLogin = () => (
  <Link to="/login" className="mt-5 self-start rounded-sm font-medium text-accent-text hover:underline">
    <Trans>Go back to login</Trans>
  </Link>
);
