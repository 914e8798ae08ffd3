import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';

const bubble = () => document.querySelector('.tooltip:popover-open');

test('a tooltip goes with what it explains, also where the pointer rests', async () => {
  const button = document.createElement('button');
  button.dataset['tooltip'] = 'Exchange';
  document.body.append(button);
  button.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
  await expect.poll(() => bubble()?.textContent).toBe('Exchange');
  button.remove();
  await expect.poll(bubble).toBeNull();
});

test('a tooltip stands beside a button that slides in from the edge, and leaves it to the pointer', async () => {
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
