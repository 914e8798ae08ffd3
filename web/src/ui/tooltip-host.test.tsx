import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

const bubble = () => document.querySelector('.tooltip:popover-open');

test('a tooltip is hidden when its element is removed, even under a resting pointer', async () => {
  const button = document.createElement('button');
  button.dataset['tooltip'] = 'Exchange';
  document.body.append(button);
  button.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
  await expect.poll(() => bubble()?.textContent).toBe('Exchange');
  button.remove();
  await expect.poll(bubble).toBeNull();
});

test('a tooltip is beside a button that slides in from the edge, and does not cover it', async () => {
  const button = document.createElement('button');
  button.textContent = 'Close';
  button.dataset['tooltip'] = 'Close';
  button.dataset['tooltipSide'] = 'left';
  Object.assign(button.style, { position: 'fixed', top: '8px', right: '8px' });
  document.body.append(button);
  const sliding = button.animate({ translate: ['20rem 0', '0 0'] }, { duration: 150 });
  await userEvent.tab();
  button.focus();
  await expect.poll(() => bubble()?.textContent).toBe('Close');
  await sliding.finished;
  const isBeside = () => (bubble()?.getBoundingClientRect().right ?? 0) <= button.getBoundingClientRect().left;
  await expect.poll(isBeside).toBe(true);
  expect(bubble()).not.toBeNull();
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
  await expect.poll(() => bubble()?.textContent).toBe('Close');
  delete panel.dataset['startingStyle'];
  const gap = () => button.getBoundingClientRect().left - (bubble()?.getBoundingClientRect().right ?? 0);
  await expect.poll(gap).toBeCloseTo(6);
  panel.remove();
});

test('a tooltip at rest requests no frames, and follows a button that is pushed aside', async () => {
  const [button, above] = [document.createElement('button'), document.createElement('div')];
  button.dataset['tooltip'] = 'Exchange';
  // The element must not be hovered, wherever the pointer rests.
  Object.assign(above.style, { height: '300px', pointerEvents: 'none' });
  document.body.append(button);
  await userEvent.tab();
  button.focus();
  await expect.poll(() => bubble()?.textContent).toBe('Exchange');
  const frame = requestAnimationFrame.bind(window);
  const frames = vi.spyOn(window, 'requestAnimationFrame');
  // A tooltip that requests a frame in each frame would have done so by then.
  for (let n = 0; n < 3; n += 1) await new Promise(frame);
  expect(frames).not.toHaveBeenCalled();
  button.before(above);
  const gapAbove = () => button.getBoundingClientRect().top - (bubble()?.getBoundingClientRect().bottom ?? 0);
  await expect.poll(gapAbove).toBe(6);
  button.remove();
  above.remove();
});
