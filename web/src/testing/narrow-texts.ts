/** A text must have room for this many characters, or for all of its own. */
const MIN_CHARACTERS = 12;
/** The average width of a character, relative to the font size. */
const CHARACTER_WIDTH = 0.5;

/** An element with texts, its width, and the minimum width that they need. Pixels. */
interface Block {
  readonly element: Element;
  readonly width: number;
  readonly minWidth: number;
}

/** Finds visible texts that are broken into lines or cut in less space than a dozen characters need. */
export function findNarrowTexts(): string[] {
  const walker = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    acceptVisible,
  );
  const blocks = new Map<Element, Block | null>();
  const narrowTextLabels: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) continue;
    const text = node.textContent?.trim() ?? '';
    const block = text === '' ? null : enclosingBlock(node.parentElement, blocks);
    if (!block || block.width >= block.minWidth) continue;
    // Visibility takes longer to determine than the width.
    if (isVisuallyShown(block.element) && !fitsOnOneLine(node, block.width))
      narrowTextLabels.push(`“${text}” in ${Math.round(block.width)} px`);
  }
  return narrowTextLabels;
}

/** Rejects hidden elements with their descendants, because their computed styles take longest to get. */
const acceptVisible = (node: Node): number =>
  !(node instanceof Element) || node.checkVisibility()
    ? NodeFilter.FILTER_ACCEPT
    : getComputedStyle(node).display === 'contents'
      ? NodeFilter.FILTER_SKIP
      : NodeFilter.FILTER_REJECT;

/** The block that contains an element. Adjacent texts share it, so the result is cached by element. */
function enclosingBlock(element: Element | null, blockByElement: Map<Element, Block | null>): Block | null {
  if (!element) return null;
  const cachedBlock = blockByElement.get(element);
  if (cachedBlock !== undefined) return cachedBlock;
  const block = createBlock(element) ?? enclosingBlock(element.parentElement, blockByElement);
  blockByElement.set(element, block);
  return block;
}

function createBlock(element: Element): Block | null {
  const { display, fontSize, paddingLeft, paddingRight } = getComputedStyle(element);
  if (display === 'inline' || display === 'contents') return null;
  const width = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return { element, width, minWidth: MIN_CHARACTERS * CHARACTER_WIDTH * parseFloat(fontSize) };
}

/** Whether a block is neither hidden nor only for screen readers. */
function isVisuallyShown(block: Element): boolean {
  if (!block.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  if (block.closest('svg, select, .sr-only, .tooltip')) return false;
  return getComputedStyle(block).clipPath === 'none';
}

function fitsOnOneLine(node: Node, width: number): boolean {
  const range = document.createRange();
  range.selectNodeContents(node);
  const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
  const [first] = rects;
  if (!first) return true;
  const isOneLine = rects.every(({ bottom, top }) => top < first.bottom && bottom > first.top);
  return isOneLine && range.getBoundingClientRect().width <= width + 1;
}
