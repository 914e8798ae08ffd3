import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Brand } from '../ui/brand.tsx';
import { useAreaTheme } from './theme.ts';
import { lazyComponent } from '../ui/lazy-component.ts';

const HorizontalMenu = lazyComponent(async () => (await import('./horizontal-menu.tsx')).HorizontalMenu);

/** The navigation as a bar, on wide screens. Smaller ones use the drawer. */
export function NavigationBar({ branded }: { branded: boolean }) {
  const { t } = useLingui();
  return (
    <nav
      aria-label={t`Main navigation`}
      data-theme={useAreaTheme('navbar')}
      className="hidden shrink-0 border-b border-border bg-sunken lg:block print:hidden!"
    >
      <div className="mx-auto flex h-(--navbar) max-w-(--content-width) items-center gap-4 px-5">
        {branded && (
          <Link to="/" className="shrink-0 rounded-md">
            <Brand />
          </Link>
        )}
        <Suspense>
          <HorizontalMenu />
        </Suspense>
      </div>
    </nav>
  );
}
