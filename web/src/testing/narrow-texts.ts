/** A text has room for so many characters, or for all of itself. */
const MIN_CHARACTERS = 12;
/** An average letter of the console's typeface, as a part of the size of its font. */
const CHARACTER_WIDTH = 0.5;

/** An element that holds texts, with the least room that they may have in it; in pixels. */
interface Block {
  readonly element: Element;
  readonly room: number;
  readonly least: number;
}

/** The texts in sight that are squeezed: broken into lines, or cut, in less room than a dozen characters take. */
export function narrowTexts(): string[] {
  const walker = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    acceptVisible,
  );
  const blocks = new Map<Element, Block | null>();
  const found: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) continue;
    const text = node.textContent?.trim() ?? '';
    const block = text === '' ? null : enclosingBlock(node.parentElement, blocks);
    if (!block || block.room >= block.least) continue;
    // Whether it can be seen takes longer to find out than whether it has room.
    if (isVisuallyShown(block.element) && !fitsOnOneLine(node, block.room))
      found.push(`“${text}” in ${Math.round(block.room)} px`);
  }
  return found;
}

/** The styles of elements that are not drawn take a browser longest to tell. */
const acceptVisible = (node: Node): number =>
  !(node instanceof Element) || node.checkVisibility()
    ? NodeFilter.FILTER_ACCEPT
    : getComputedStyle(node).display === 'contents'
      ? NodeFilter.FILTER_SKIP
      : NodeFilter.FILTER_REJECT;

/** Texts side by side have their block in common: each element is asked once. */
function enclosingBlock(element: Element | null, known: Map<Element, Block | null>): Block | null {
  if (!element) return null;
  const before = known.get(element);
  if (before !== undefined) return before;
  const block = blockOf(element) ?? enclosingBlock(element.parentElement, known);
  known.set(element, block);
  return block;
}

function blockOf(element: Element): Block | null {
  const { display, fontSize, paddingLeft, paddingRight } = getComputedStyle(element);
  if (display === 'inline' || display === 'contents') return null;
  const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return { element, room, least: MIN_CHARACTERS * CHARACTER_WIDTH * parseFloat(fontSize) };
}

/** Not hidden, nor for screen readers alone. */
function isVisuallyShown(block: Element): boolean {
  if (!block.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  if (block.closest('svg, select, .sr-only, .tooltip')) return false;
  return getComputedStyle(block).clipPath === 'none';
}

function fitsOnOneLine(node: Node, room: number): boolean {
  const range = document.createRange();
  range.selectNodeContents(node);
  const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
  const [first] = rects;
  if (!first) return true;
  const isOneLine = rects.every(({ bottom, top }) => top < first.bottom && bottom > first.top);
  return isOneLine && range.getBoundingClientRect().width <= room + 1;
}
