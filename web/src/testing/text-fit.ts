import { LANGUAGES, type Language } from '@innkeeper/contract';
import { expect, vi } from 'vitest';
import { activateLanguage, currentLanguage } from '../i18n/language.ts';
import { settings } from '../session/settings.ts';
import { LAYOUT_STYLES, type LayoutStyle } from '../session/settings-shape.ts';
import { narrowTexts } from './narrow-texts.ts';
import { findPart } from './shell-parts.ts';
import { everySecond } from './turn.ts';

/** A page is at rest within this many frames. A page that never is would otherwise continue into the next test. */
const MAX_FRAMES = 300;

const MIN_WIDTH = 320;
const WIDTHS = [MIN_WIDTH, 390, 768, 1024, 1240, 1440, 2560];
/** Always includes the narrowest width, at which most texts without room are found. */
export const ROTATED_WIDTHS = [MIN_WIDTH, ...everySecond(WIDTHS.slice(1))];

/**
 * Expects room for every visible text of the page, with its open menus and dialogs, in these languages, in all layouts,
 * at every width. The open page is changed live, and is restored at the end.
 */
export async function expectTextsToFit(
  languages: readonly Language[] = LANGUAGES,
  widths: readonly number[] = WIDTHS,
): Promise<void> {
  const before = { language: currentLanguage(), style: settings.get().layout.style, width: innerWidth };
  const found: Record<string, readonly string[]> = {};
  const restorePosition = hideOffscreen();
  try {
    for (const language of languages) {
      if (language !== currentLanguage()) await activateLanguage(language);
      await atEveryContentWidth(widths, (label) => {
        const wrong = [...narrowTexts(), ...overflowingElements()];
        if (wrong.length > 0) found[`${language}, ${label}`] = wrong;
      });
    }
    arrange(before.style);
    if (before.language !== currentLanguage()) await activateLanguage(before.language);
    await setWindowWidth(before.width);
  } finally {
    restorePosition();
  }
  expect(found, `texts without room at ${location.pathname}`).toEqual({});
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
async function atEveryContentWidth(widths: readonly number[], check: (label: string) => void): Promise<void> {
  const rooms = new Set<number>();
  for (const style of findPart('scroller') ? LAYOUT_STYLES : LAYOUT_STYLES.slice(0, 1)) {
    arrange(style);
    for (const width of widths) {
      // If the content is as wide as the window in one layout, it is in all of them, and has already been checked.
      if (style !== 'layout1' && rooms.has(width)) continue;
      await setWindowWidth(width);
      const room = (findPart('main') ?? document.documentElement).clientWidth;
      if (!rooms.has(room)) check(`${style}, ${width} px`);
      rooms.add(room);
    }
  }
}

/** Sets the layout without saving it on the server. */
function arrange(style: LayoutStyle): void {
  const now = settings.get();
  if (now.layout.style !== style) settings.set({ ...now, layout: { ...now.layout, style } });
}

/** Sets the width of the window without a round trip to the browser, and waits until the page has adapted to it. */
async function setWindowWidth(width: number): Promise<void> {
  const isResized = innerWidth === width || new Promise((done) => addEventListener('resize', done, { once: true }));
  parent.document.body.style.setProperty('--viewport-width', `${width}px`);
  // Reading the width forces a layout, so that the page is notified in the next frame and not in the one after it.
  if (innerWidth !== width) throw new Error('The test runner no longer sets the width of a window by --viewport-width');
  await isResized;
  for (let frames = 0; await changesInFrame(); frames++)
    if (frames > MAX_FRAMES) throw new Error('The page requests a frame in every frame');
}

/** Whether a frame, and the work that it caused, changed the page or requested another frame. */
async function changesInFrame(): Promise<boolean> {
  let isChanged = false;
  const changes = new MutationObserver(() => {
    isChanged = true;
  });
  changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const frames = vi.spyOn(window, 'requestAnimationFrame');
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  // React renders an update by a ResizeObserver on a message of its own, and this message is sent after it.
  await new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', done, { once: true });
    port1.start();
    port2.postMessage(null);
  });
  const requestsMoreFrames = frames.mock.calls.length > 1;
  frames.mockRestore();
  changes.disconnect();
  return isChanged || requestsMoreFrames;
}

/** The innermost elements that make the page scroll sideways. */
function overflowingElements(): string[] {
  const scroller = findPart('scroller');
  if (!scroller || scroller.scrollWidth <= scroller.clientWidth) return [];
  const { right } = scroller.getBoundingClientRect();
  const wide = [...scroller.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > right);
  const innermost = wide.filter((one) => !wide.some((other) => other !== one && one.contains(other)));
  return ['the page needs scrolling sideways', ...innermost.map((one) => one.outerHTML.slice(0, 120))];
}
