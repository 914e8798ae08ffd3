import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { BrandMark } from '../ui/brand.tsx';
import { useHoverDelay } from './hover-delay.ts';
import { changeLayout } from './layouts/change-layout.ts';
import type { LayoutConfig } from './layouts/layout.ts';
import { NavigationMenu } from './navigation-menu.tsx';
import { PRODUCT } from '../ui/page-title.ts';
import { useAreaTheme } from './theme.ts';

export interface NavigationColumnProps {
  config: Pick<LayoutConfig, 'folded' | 'navbarPosition'>;
  /** Shows the product's name at its top. */
  branded: boolean;
}

/**
 * The navigation beside the page, on wide screens. Folded, it is a rail of icons. Hovering, keyboard focus or a tap
 * slides the full panel over the content, which does not move; leaving the panel or Esc closes it.
 */
export function NavigationColumn({ config: { folded, navbarPosition }, branded }: NavigationColumnProps) {
  const { t } = useLingui();
  const [isPeeking, setIsPeeking] = useState(false);
  const hoverDelay = useHoverDelay();
  const panel = useRef<HTMLElement>(null);
  const lastPointerType = useRef('mouse');
  const isRail = folded && !isPeeking;
  const isAtRight = navbarPosition === 'right';

  const setPeek = (next: boolean) => {
    hoverDelay.cancel();
    setIsPeeking(next);
  };

  useEffect(() => {
    if (!isPeeking) return;
    const close = (event: PointerEvent) => {
      if (event.target instanceof Node && !panel.current?.contains(event.target)) setIsPeeking(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [isPeeking]);

  return (
    <div
      className="relative hidden shrink-0 transition-[width] duration-200 lg:block print:hidden!"
      style={{ width: folded ? 'var(--sidebar-folded)' : 'var(--sidebar)' }}
    >
      <nav
        ref={panel}
        data-theme={useAreaTheme('navbar')}
        aria-label={t`Main navigation`}
        onPointerEnter={(event) => event.pointerType === 'mouse' && hoverDelay.schedule(() => setIsPeeking(true))}
        onPointerLeave={(event) => event.pointerType === 'mouse' && hoverDelay.schedule(() => setIsPeeking(false))}
        onFocus={(event) => event.target.matches(':focus-visible') && setPeek(true)}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setPeek(false)}
        onKeyDown={(event) => event.key === 'Escape' && setPeek(false)}
        onPointerDown={(event) => {
          lastPointerType.current = event.pointerType;
        }}
        onClickCapture={(event) => {
          if (!isRail || lastPointerType.current === 'mouse' || event.detail === 0) return;
          event.preventDefault();
          event.stopPropagation();
          setPeek(true);
        }}
        className={classNames(
          'absolute inset-y-0 z-30 flex flex-col overflow-hidden border-border bg-sunken transition-[width,box-shadow] duration-200',
          isAtRight ? 'right-0 border-l' : 'left-0 border-r',
          folded && isPeeking && 'shadow-overlay',
        )}
        style={{ width: isRail ? 'var(--sidebar-folded)' : 'var(--sidebar)' }}
      >
        <div
          className={classNames(
            'flex shrink-0 items-center gap-2.5 pr-2 pl-4.5',
            branded ? 'h-(--toolbar)' : 'h-11 pt-2',
          )}
        >
          {branded && (
            <Link to="/" className="flex min-w-0 flex-1 items-center gap-2.5 rounded-md">
              <BrandMark />
              <span
                className={classNames(
                  'truncate text-lg font-semibold tracking-tight transition-opacity',
                  isRail && 'opacity-0',
                )}
              >
                {PRODUCT}
              </span>
            </Link>
          )}
          {!isRail && (
            <IconButton
              size="small"
              side={isAtRight ? 'left' : 'right'}
              className={classNames('ml-auto', isAtRight && '-scale-x-100')}
              label={folded ? t`Pin navigation` : t`Collapse navigation`}
              onClick={() => {
                changeLayout({ folded: !folded });
                setPeek(false);
              }}
            >
              {folded ? <PanelLeftOpen size={18} /> : <PanelLeftClose size={18} />}
            </IconButton>
          )}
        </div>
        <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain px-2.5 pt-2 pb-6">
          <NavigationMenu rail={isRail} />
        </div>
      </nav>
    </div>
  );
}
