/** A text must have room for this many characters, or for all of its own. */
const MIN_CHARACTERS = 12;
/** The average width of a character, relative to the font size. */
const CHARACTER_WIDTH = 0.5;

/** An element with texts, its width, and the minimum width that they need. Pixels. */
interface Block {
  readonly element: Element;
  readonly room: number;
  readonly least: number;
}

/** The visible texts that are broken into lines or cut in less room than a dozen characters take. */
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
    // Visibility takes longer to determine than room.
    if (isVisuallyShown(block.element) && !fitsOnOneLine(node, block.room))
      found.push(`“${text}” in ${Math.round(block.room)} px`);
  }
  return found;
}

/** Rejects hidden elements with their descendants, because their computed styles take longest to get. */
const acceptVisible = (node: Node): number =>
  !(node instanceof Element) || node.checkVisibility()
    ? NodeFilter.FILTER_ACCEPT
    : getComputedStyle(node).display === 'contents'
      ? NodeFilter.FILTER_SKIP
      : NodeFilter.FILTER_REJECT;

/** The block that contains an element. Adjacent texts share it, so the result is cached by element. */
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

/** Whether a block is neither hidden nor only for screen readers. */
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
