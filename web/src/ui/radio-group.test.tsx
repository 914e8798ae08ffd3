import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RadioCard, RadioGroup } from './radio-group.tsx';

const SIZES = ['S', 'M', 'L'] as const;
const size = (name: string) => page.getByRole('radio', { name });
const before = page.getByRole('button', { name: 'Before' });
const after = page.getByRole('button', { name: 'After' });

interface SizesProps {
  readonly disabled?: string;
  /** The first option takes the focus as soon as it is mounted. */
  readonly focused?: boolean;
}

function Sizes({ disabled, focused = false }: SizesProps) {
  const [value, setValue] = useState<string | null>(null);
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (focused) first.current?.focus();
  }, [focused]);
  return (
    <>
      <button>Before</button>
      <RadioGroup aria-label="Size">
        {SIZES.map((each, index) => (
          <RadioCard
            key={each}
            ref={index === 0 ? first : undefined}
            disabled={each === disabled}
            checked={each === value}
            onChoose={() => setValue(each)}
          >
            {each}
          </RadioCard>
        ))}
      </RadioGroup>
      <button onClick={() => setValue('L')}>After</button>
    </>
  );
}

function draw(props: SizesProps): void {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  flushSync(() => root.render(<Sizes {...props} />));
}

describe('a radio group without a choice', () => {
  test('is entered by Tab at the first option, which Space chooses', async () => {
    draw({});
    await before.click();
    await userEvent.keyboard('{Tab}');
    await expect.element(size('S')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(size('S')).toBeChecked();
  });

  test('is entered at the first enabled option, and arrows skip the others', async () => {
    draw({ disabled: 'S' });
    await before.click();
    await userEvent.keyboard('{Tab}');
    await expect.element(size('M')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(size('L')).toBeChecked();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(size('M')).toBeChecked();
  });

  test('can be entered again if an option had the focus from the start', async () => {
    draw({ focused: true });
    await expect.element(size('S')).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(after).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(document.activeElement).toHaveAttribute('type', 'radio');
  });
});

test('Tab reaches the selected option, even when it was set programmatically', async () => {
  draw({});
  await after.click();
  await expect.element(size('L')).toBeChecked();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(size('L')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(size('M')).toBeChecked();
});
