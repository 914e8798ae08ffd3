import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RadioCard, RadioGroup } from './radio-group.tsx';

const SIZES = ['S', 'M', 'L'] as const;
const sizeRadio = (name: string) => page.getByRole('radio', { name });
const buttonBefore = page.getByRole('button', { name: 'Before' });
const buttonAfter = page.getByRole('button', { name: 'After' });

interface SizeGroupProps {
  readonly disabled?: string;
  /** Whether the first option focuses itself when it is mounted. */
  readonly isFocused?: boolean;
}

function SizeGroup({ disabled, isFocused = false }: SizeGroupProps) {
  const [value, setValue] = useState<string | null>(null);
  const firstRadio = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (isFocused) firstRadio.current?.focus();
  }, [isFocused]);
  return (
    <>
      <button>Before</button>
      <RadioGroup aria-label="Size">
        {SIZES.map((size, index) => (
          <RadioCard
            key={size}
            ref={index === 0 ? firstRadio : undefined}
            disabled={size === disabled}
            checked={size === value}
            onChoose={() => setValue(size)}
          >
            {size}
          </RadioCard>
        ))}
      </RadioGroup>
      <button onClick={() => setValue('L')}>After</button>
    </>
  );
}

function render(props: SizeGroupProps): void {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  flushSync(() => root.render(<SizeGroup {...props} />));
}

describe('a radio group without a choice', () => {
  test('is entered by Tab at the first option, which Space chooses', async () => {
    render({});
    await buttonBefore.click();
    await userEvent.keyboard('{Tab}');
    await expect.element(sizeRadio('S')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(sizeRadio('S')).toBeChecked();
  });

  test('is entered at the first enabled option, and arrows skip the others', async () => {
    render({ disabled: 'S' });
    await buttonBefore.click();
    await userEvent.keyboard('{Tab}');
    await expect.element(sizeRadio('M')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(sizeRadio('L')).toBeChecked();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(sizeRadio('M')).toBeChecked();
  });

  test('can be entered again if an option had the focus from the start', async () => {
    render({ isFocused: true });
    await expect.element(sizeRadio('S')).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(buttonAfter).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(document.activeElement).toHaveAttribute('type', 'radio');
  });
});

test('Tab reaches the selected option, even when it was set programmatically', async () => {
  render({});
  await buttonAfter.click();
  await expect.element(sizeRadio('L')).toBeChecked();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(sizeRadio('L')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(sizeRadio('M')).toBeChecked();
});
