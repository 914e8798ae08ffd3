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
/** Milliseconds after a tooltip was hidden within which the next one is shown without a delay. */
const SKIP_DELAY_PERIOD = 300;
/** Pixels between the tooltip and its element, and between the tooltip and the edge of the window. */
const GAP = 6;

type Side = 'top' | 'bottom' | 'left' | 'right';
const OPPOSITE: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

const isSide = (value: string | undefined): value is Side => value !== undefined && Object.hasOwn(OPPOSITE, value);

/** Creates the tooltip and listens to the document. Call once. */
export function startTooltips(): void {
  const tooltip = document.createElement('div');
  tooltip.className = 'tooltip';
  tooltip.popover = 'manual';
  // The element itself has the text as its name or description.
  tooltip.setAttribute('aria-hidden', 'true');
  document.body.append(tooltip);

  let target: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenAt = 0;
  let frame = 0;
  // No event is fired when an element is removed or moved under a resting pointer. A panel also takes the focus while
  // its starting style still places it outside the window.
  const mutationObserver = new MutationObserver(() => {
    if (target?.isConnected) trackPosition(target);
    else hide();
  });

  const show = (element: HTMLElement) => {
    const text = element.dataset['tooltip'];
    if (!text || !element.isConnected) return;
    target = element;
    tooltip.textContent = text;
    tooltip.showPopover();
    trackPosition(element);
    mutationObserver.observe(document, { childList: true, subtree: true, attributeFilter: ['data-starting-style'] });
  };
  // A button can have the focus while its panel slides in. A tooltip that did not move with it would cover the button.
  const trackPosition = (element: HTMLElement) => {
    cancelAnimationFrame(frame);
    positionTooltip(tooltip, element);
    if (isAnimating(element)) frame = requestAnimationFrame(() => trackPosition(element));
  };
  const hide = () => {
    clearTimeout(timer);
    if (!target) return;
    target = undefined;
    hiddenAt = Date.now();
    mutationObserver.disconnect();
    cancelAnimationFrame(frame);
    tooltip.hidePopover();
  };
  const schedule = (delay: number, work: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(work, delay);
  };
  const findTooltipTarget = (node: EventTarget | null): HTMLElement | undefined => {
    const element = node instanceof Element ? node.closest('[data-tooltip]') : null;
    return element instanceof HTMLElement ? element : undefined;
  };

  document.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse') return;
    const element = findTooltipTarget(event.target);
    if (element === target && target) clearTimeout(timer);
    else if (element) {
      const skipsDelay = target !== undefined || Date.now() - hiddenAt < SKIP_DELAY_PERIOD;
      hide();
      schedule(skipsDelay ? 0 : SHOW_DELAY, () => show(element));
    } else if (event.target === tooltip) clearTimeout(timer);
    else schedule(HIDE_DELAY, hide);
  });
  document.addEventListener('focusin', (event) => {
    const element = findTooltipTarget(event.target);
    hide();
    if (element?.matches(':focus-visible')) show(element);
  });
  document.addEventListener('focusout', hide);
  document.addEventListener('pointerdown', hide, true);
  document.addEventListener('scroll', hide, true);
  document.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), true);
}

/** Whether a finite animation is running on the element or one of its ancestors. */
const isAnimating = (element: HTMLElement): boolean =>
  document
    .getAnimations()
    .some(
      ({ effect, playState }) =>
        playState === 'running' &&
        effect instanceof KeyframeEffect &&
        effect.target?.contains(element) &&
        Number.isFinite(effect.getComputedTiming().endTime),
    );

function positionTooltip(tooltip: HTMLElement, element: HTMLElement): void {
  const preferredSide = element.dataset['tooltipSide'];
  const anchorRect = element.getBoundingClientRect();
  const { width, height } = tooltip.getBoundingClientRect();
  const spaceBySide: Record<Side, number> = {
    top: anchorRect.top - height,
    bottom: innerHeight - anchorRect.bottom - height,
    left: anchorRect.left - width,
    right: innerWidth - anchorRect.right - width,
  };
  const preferred: Side = isSide(preferredSide) ? preferredSide : 'top';
  const side =
    spaceBySide[preferred] < 2 * GAP && spaceBySide[OPPOSITE[preferred]] > spaceBySide[preferred]
      ? OPPOSITE[preferred]
      : preferred;
  const centeredX = anchorRect.left + (anchorRect.width - width) / 2;
  const centeredY = anchorRect.top + (anchorRect.height - height) / 2;
  const x = side === 'left' ? anchorRect.left - width - GAP : side === 'right' ? anchorRect.right + GAP : centeredX;
  const y = side === 'top' ? anchorRect.top - height - GAP : side === 'bottom' ? anchorRect.bottom + GAP : centeredY;
  tooltip.style.left = `${Math.max(GAP, Math.min(x, innerWidth - width - GAP))}px`;
  tooltip.style.top = `${Math.max(GAP, Math.min(y, innerHeight - height - GAP))}px`;
}
