import { LANGUAGES, type Language } from '@innkeeper/contract';
import { expect, vi } from 'vitest';
import { activateLanguage, currentLanguage } from '../i18n/language.ts';
import { settings } from '../session/settings.ts';
import { LAYOUT_STYLES, type LayoutStyle } from '../session/settings-shape.ts';
import { findNarrowTexts } from './narrow-texts.ts';
import { findPart } from './shell-parts.ts';
import { rotateCases } from './rotation.ts';

/** A page is at rest within this many frames. A page that never is would otherwise continue into the next test. */
const MAX_FRAMES = 300;

const MIN_WIDTH = 320;
const WIDTHS = [MIN_WIDTH, 390, 768, 1024, 1240, 1440, 2560];
/** Always includes the narrowest width, at which most texts without room are found. */
export const ROTATED_WIDTHS = [MIN_WIDTH, ...rotateCases(WIDTHS.slice(1))];

/**
 * Expects room for every visible text of the page, with its open menus and dialogs, in the given languages, all
 * layouts and all widths. The open page is changed live, and is restored at the end.
 */
export async function expectTextsToFit(
  languages: readonly Language[] = LANGUAGES,
  widths: readonly number[] = WIDTHS,
): Promise<void> {
  const originalState = { language: currentLanguage(), style: settings.get().layout.style, width: innerWidth };
  const textsByVariant: Record<string, readonly string[]> = {};
  const restorePosition = hideOffscreen();
  try {
    for (const language of languages) {
      if (language !== currentLanguage()) await activateLanguage(language);
      await forEachContentWidth(widths, (label) => {
        const textsWithoutRoom = [...findNarrowTexts(), ...findOverflowingElements()];
        if (textsWithoutRoom.length > 0) textsByVariant[`${language}, ${label}`] = textsWithoutRoom;
      });
    }
    setLayoutStyle(originalState.style);
    if (originalState.language !== currentLanguage()) await activateLanguage(originalState.language);
    await setWindowWidth(originalState.width);
  } finally {
    restorePosition();
  }
  expect(textsByVariant, `texts without room at ${location.pathname}`).toEqual({});
}

/**
 * Moves the window off the screen, where the browser lays it out but does not paint it. Only boxes are measured here,
 * and painting took a third of the time.
 *
 * @returns a function that moves it back
 */
function hideOffscreen(): () => void {
  const { style } = parent.document.body;
  style.translate = '-20000px';
  return () => {
    style.translate = '';
  };
}

/**
 * Checks each content width that a layout has at one of the widths, once. Without a shell, it is the window's width.
 */
async function forEachContentWidth(widths: readonly number[], check: (label: string) => void): Promise<void> {
  const checkedWidths = new Set<number>();
  for (const style of findPart('scroller') ? LAYOUT_STYLES : LAYOUT_STYLES.slice(0, 1)) {
    setLayoutStyle(style);
    for (const width of widths) {
      // The content that is as wide as the window looks the same in all layouts, so this width has been checked.
      if (style !== 'layout1' && checkedWidths.has(width)) continue;
      await setWindowWidth(width);
      const contentWidth = (findPart('main') ?? document.documentElement).clientWidth;
      if (!checkedWidths.has(contentWidth)) check(`${style}, ${width} px`);
      checkedWidths.add(contentWidth);
    }
  }
}

/** Sets the layout without saving it on the server. */
function setLayoutStyle(style: LayoutStyle): void {
  const current = settings.get();
  if (current.layout.style !== style) settings.set({ ...current, layout: { ...current.layout, style } });
}

/** Sets the width of the window without a round trip to the browser, and waits until the page has adapted to it. */
async function setWindowWidth(width: number): Promise<void> {
  const resizePromise =
    innerWidth === width || new Promise((resolve) => addEventListener('resize', resolve, { once: true }));
  parent.document.body.style.setProperty('--viewport-width', `${width}px`);
  // Reading the width forces a layout, so that the page is notified in the next frame and not in the one after it.
  if (innerWidth !== width) throw new Error('The test runner no longer sets the width of a window by --viewport-width');
  await resizePromise;
  for (let frame = 0; await hasFrameChanges(); frame++)
    if (frame > MAX_FRAMES) throw new Error('The page requests a frame in every frame');
}

/** Whether a frame, and the work that it caused, changed the page or requested another frame. */
async function hasFrameChanges(): Promise<boolean> {
  let isChanged = false;
  const observer = new MutationObserver(() => {
    isChanged = true;
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const frameSpy = vi.spyOn(window, 'requestAnimationFrame');
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  // React renders an update by a ResizeObserver on a message of its own, and this message is sent after it.
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
    port2.postMessage(null);
  });
  const requestsMoreFrames = frameSpy.mock.calls.length > 1;
  frameSpy.mockRestore();
  observer.disconnect();
  return isChanged || requestsMoreFrames;
}

/** The innermost elements that make the page scroll sideways. */
function findOverflowingElements(): string[] {
  const scroller = findPart('scroller');
  if (!scroller || scroller.scrollWidth <= scroller.clientWidth) return [];
  const { right } = scroller.getBoundingClientRect();
  const overflowingElements = [...scroller.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > right,
  );
  const innermostElements = overflowingElements.filter(
    (element) => !overflowingElements.some((descendant) => descendant !== element && element.contains(descendant)),
  );
  return ['the page needs scrolling sideways', ...innermostElements.map((element) => element.outerHTML.slice(0, 120))];
}
