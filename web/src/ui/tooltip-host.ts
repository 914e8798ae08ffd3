/**
 * The only tooltip of the page. It is shown for an element with `data-tooltip` that is hovered for a while or focused
 * by keyboard. Esc, a press or scrolling hides it, and the pointer may rest on it. Thus hundreds of buttons cost
 * nothing until one is hovered. The tooltip is in the top layer, above dialogs.
 * See docs/decisions/0096-use-base-ui-for-dialogs-not-for-messages-and-tooltips.md.
 */

/** Milliseconds. */
const SHOW_DELAY = 400;
/** Milliseconds. */
const HIDE_DELAY = 100;
/** Milliseconds after hiding a tooltip within which the next one is shown without a delay. */
const WARM = 300;
/** Pixels between the tooltip and its element, and between the tooltip and the edge of the window. */
const GAP = 6;

type Side = 'top' | 'bottom' | 'left' | 'right';
const OPPOSITE: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

const isSide = (value: string | undefined): value is Side => value !== undefined && Object.hasOwn(OPPOSITE, value);

/** Creates the tooltip and listens to the document. Call once. */
export function startTooltips(): void {
  const bubble = document.createElement('div');
  bubble.className = 'tooltip';
  bubble.popover = 'manual';
  // The element itself has the text as its name or description.
  bubble.setAttribute('aria-hidden', 'true');
  document.body.append(bubble);

  let target: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenAt = 0;
  let frame = 0;
  // No event is fired if an element is removed under a resting pointer, or is pushed aside by others. A panel takes the
  // focus while its starting style still places it outside the window.
  const changing = new MutationObserver(() => {
    if (target?.isConnected) follow(target);
    else hide();
  });

  const show = (element: HTMLElement) => {
    const text = element.dataset['tooltip'];
    if (!text || !element.isConnected) return;
    target = element;
    bubble.textContent = text;
    bubble.showPopover();
    follow(element);
    changing.observe(document, { childList: true, subtree: true, attributeFilter: ['data-starting-style'] });
  };
  // A button can have the focus while its panel slides in. A tooltip that did not follow would then cover the button.
  const follow = (element: HTMLElement) => {
    cancelAnimationFrame(frame);
    place(bubble, element);
    if (isMoving(element)) frame = requestAnimationFrame(() => follow(element));
  };
  const hide = () => {
    clearTimeout(timer);
    if (!target) return;
    target = undefined;
    hiddenAt = Date.now();
    changing.disconnect();
    cancelAnimationFrame(frame);
    bubble.hidePopover();
  };
  const later = (delay: number, work: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(work, delay);
  };
  const explained = (node: EventTarget | null): HTMLElement | undefined => {
    const element = node instanceof Element ? node.closest('[data-tooltip]') : null;
    return element instanceof HTMLElement ? element : undefined;
  };

  document.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse') return;
    const element = explained(event.target);
    if (element === target && target) clearTimeout(timer);
    else if (element) {
      const warm = target !== undefined || Date.now() - hiddenAt < WARM;
      hide();
      later(warm ? 0 : SHOW_DELAY, () => show(element));
    } else if (event.target === bubble) clearTimeout(timer);
    else later(HIDE_DELAY, hide);
  });
  document.addEventListener('focusin', (event) => {
    const element = explained(event.target);
    hide();
    if (element?.matches(':focus-visible')) show(element);
  });
  document.addEventListener('focusout', hide);
  document.addEventListener('pointerdown', hide, true);
  document.addEventListener('scroll', hide, true);
  document.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), true);
}

/** Whether a finite animation is running on the element or one of its ancestors. */
const isMoving = (element: HTMLElement): boolean =>
  document
    .getAnimations()
    .some(
      ({ effect, playState }) =>
        playState === 'running' &&
        effect instanceof KeyframeEffect &&
        effect.target?.contains(element) &&
        Number.isFinite(effect.getComputedTiming().endTime),
    );

function place(bubble: HTMLElement, element: HTMLElement): void {
  const preferredSide = element.dataset['tooltipSide'];
  const around = element.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const room: Record<Side, number> = {
    top: around.top - height,
    bottom: innerHeight - around.bottom - height,
    left: around.left - width,
    right: innerWidth - around.right - width,
  };
  const first: Side = isSide(preferredSide) ? preferredSide : 'top';
  const side = room[first] < 2 * GAP && room[OPPOSITE[first]] > room[first] ? OPPOSITE[first] : first;
  const middleX = around.left + (around.width - width) / 2;
  const middleY = around.top + (around.height - height) / 2;
  const x = side === 'left' ? around.left - width - GAP : side === 'right' ? around.right + GAP : middleX;
  const y = side === 'top' ? around.top - height - GAP : side === 'bottom' ? around.bottom + GAP : middleY;
  bubble.style.left = `${Math.max(GAP, Math.min(x, innerWidth - width - GAP))}px`;
  bubble.style.top = `${Math.max(GAP, Math.min(y, innerHeight - height - GAP))}px`;
}
