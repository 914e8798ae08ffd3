import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

const findTooltip = () => document.querySelector('.tooltip:popover-open');

test('a tooltip is hidden when its element is removed, even under a resting pointer', async () => {
  const button = document.createElement('button');
  button.dataset['tooltip'] = 'Exchange';
  document.body.append(button);
  button.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
  await expect.poll(() => findTooltip()?.textContent).toBe('Exchange');
  button.remove();
  await expect.poll(findTooltip).toBeNull();
});

test('a tooltip is beside a button that slides in from the edge, and does not cover it', async () => {
  const button = document.createElement('button');
  button.textContent = 'Close';
  button.dataset['tooltip'] = 'Close';
  button.dataset['tooltipSide'] = 'left';
  Object.assign(button.style, { position: 'fixed', top: '8px', right: '8px' });
  document.body.append(button);
  const slideAnimation = button.animate({ translate: ['20rem 0', '0 0'] }, { duration: 150 });
  await userEvent.tab();
  button.focus();
  await expect.poll(() => findTooltip()?.textContent).toBe('Close');
  await slideAnimation.finished;
  const isBeside = () => (findTooltip()?.getBoundingClientRect().right ?? 0) <= button.getBoundingClientRect().left;
  await expect.poll(isBeside).toBe(true);
  expect(findTooltip()).not.toBeNull();
  button.remove();
});

test('a tooltip follows a button whose panel starts to move after the button got the focus', async () => {
  const [button, panel] = [document.createElement('button'), document.createElement('div')];
  button.dataset['tooltip'] = 'Close';
  button.dataset['tooltipSide'] = 'left';
  panel.className = 'fixed top-0 right-0 p-2 data-starting-style:translate-x-full';
  panel.dataset['startingStyle'] = '';
  panel.append(button);
  document.body.append(panel);
  await userEvent.tab();
  button.focus();
  await expect.poll(() => findTooltip()?.textContent).toBe('Close');
  delete panel.dataset['startingStyle'];
  const measureGap = () => button.getBoundingClientRect().left - (findTooltip()?.getBoundingClientRect().right ?? 0);
  await expect.poll(measureGap).toBeCloseTo(6);
  panel.remove();
});

test('a tooltip at rest requests no frames, and follows a button that is pushed aside', async () => {
  const [button, spacer] = [document.createElement('button'), document.createElement('div')];
  button.dataset['tooltip'] = 'Exchange';
  // The element must not be hovered, wherever the pointer rests.
  Object.assign(spacer.style, { height: '300px', pointerEvents: 'none' });
  document.body.append(button);
  await userEvent.tab();
  button.focus();
  await expect.poll(() => findTooltip()?.textContent).toBe('Exchange');
  const requestFrame = requestAnimationFrame.bind(window);
  const frameSpy = vi.spyOn(window, 'requestAnimationFrame');
  // A tooltip that requests a frame in every frame would have requested one within three frames.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestFrame);
  expect(frameSpy).not.toHaveBeenCalled();
  button.before(spacer);
  const measureGapAbove = () =>
    button.getBoundingClientRect().top - (findTooltip()?.getBoundingClientRect().bottom ?? 0);
  await expect.poll(measureGapAbove).toBe(6);
  button.remove();
  spacer.remove();
});
