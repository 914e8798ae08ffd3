import { Trans } from '@lingui/react/macro';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { PageBarSlot } from '../../ui/page-bar.tsx';
import { EnvironmentRibbon } from '../environment-ribbon.tsx';
import type { LayoutParts } from './layout.ts';

/** Id of the element that scrolls the page; the router scrolls it to the top on navigation. */
const SCROLLER_ID = 'page-scroller';

/**
 * Puts the parts of a layout around the page. The page has the same position in the React tree in every layout, so a
 * change of the layout or an option keeps the page's state, including half-typed text.
 */
export function Frame({ parts, children }: { parts: LayoutParts; children: ReactNode }) {
  const [barSlot, setBarSlot] = useState<HTMLElement | null>(null);
  const widths = {
    '--frame-width': parts.frameWidth ?? 'none',
    '--content-width': parts.contentWidth ?? 'none',
  } as CSSProperties; // React's type has no custom properties
  return (
    <div className="h-dvh bg-sunken print:h-auto" style={widths}>
      <a
        href="#content"
        className="fixed top-2 left-2 z-70 -translate-y-20 rounded-md bg-accent px-3 py-2 font-medium text-on-accent focus:translate-y-0 print:hidden"
      >
        <Trans>Skip to content</Trans>
      </a>
      <div
        className={classNames(
          'mx-auto flex h-full max-w-(--frame-width) flex-col bg-canvas print:block',
          parts.frameWidth && 'border-border min-[1120px]:border-x',
        )}
      >
        {parts.top && <div className="relative z-40">{parts.top}</div>}
        <div className={classNames('flex min-h-0 flex-1 print:block', parts.sideAt === 'right' && 'flex-row-reverse')}>
          {parts.side}
          <div className="flex min-w-0 flex-1 flex-col print:block">
            <StackedBars bars={parts.head} />
            <div
              id={SCROLLER_ID}
              // Keeps a focused element clear of the sticky header of a record, and of the bar with a form's buttons.
              className="relative flex min-h-0 flex-1 flex-col overflow-x-hidden overflow-y-auto has-[[data-record-head]]:scroll-pt-24 has-[[data-submit-bar]]:scroll-pb-40 print:block print:overflow-visible"
            >
              <StackedBars bars={parts.start} />
              {/*
               * A page that scrolls inside (`data-fill`) takes the remaining height, any other page the height that it
               * needs. Container queries of the page refer to this element, because the navigation narrows it.
               */}
              <main
                id="content"
                tabIndex={-1}
                className="@container mx-auto flex w-full max-w-(--content-width) flex-1 shrink-0 basis-auto flex-col outline-none has-[[data-fill]]:min-h-0 has-[[data-fill]]:shrink has-[[data-fill]]:basis-0"
              >
                <PageBarSlot value={barSlot}>{children}</PageBarSlot>
              </main>
              {parts.end}
            </div>
            <div ref={setBarSlot} className="shrink-0" />
            {parts.footer}
          </div>
        </div>
        {parts.bottom}
        <EnvironmentRibbon />
      </div>
    </div>
  );
}

/** Each bar has a higher z-index than the next one, so its menus cover the bars below. */
function StackedBars({ bars = [] }: { bars?: readonly ReactNode[] }) {
  const visibleBars = bars.filter(Boolean);
  return visibleBars.map((bar, index) => (
    <div key={index} className="relative shrink-0" style={{ zIndex: 20 + visibleBars.length - index }}>
      {bar}
    </div>
  ));
}
