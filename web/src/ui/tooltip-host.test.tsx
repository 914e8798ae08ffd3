import { expect, test } from 'vitest';

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
