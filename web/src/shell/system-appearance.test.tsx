import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { chooseTheme } from '../session/settings.ts';
import { openConsole } from '../testing/open-console.tsx';
import { getPart, waitForPage } from '../testing/shell-parts.ts';
import { enableMotion } from '../testing/motion.ts';
import { emulateSystem } from '../testing/system.ts';
import { THEMES } from '@innkeeper/contract';

const rootElement = document.documentElement;

describe('system settings of the user', () => {
  test('the theme System follows light and dark mode while the console is open', async () => {
    await emulateSystem({ colorScheme: 'dark' });
    await openConsole('/dashboard', { settings: { themes: { main: 'system' } } });
    await expect.element(rootElement).toHaveAttribute('data-theme', 'dark');
    await emulateSystem({ colorScheme: 'light' });
    await expect.element(rootElement).toHaveAttribute('data-theme', 'light');
    chooseTheme('teak');
    await emulateSystem({ colorScheme: 'dark' });
    await expect.element(rootElement).toHaveAttribute('data-theme', 'teak');
  });

  test('forced colours mark the current page and the chosen layout by an outline', async () => {
    await emulateSystem({ forcedColors: 'active', reducedMotion: 'reduce' });
    await openConsole('/company/member');
    await waitForPage();
    const outlineStyle = (element: Element | null) => element && getComputedStyle(element).outlineStyle;
    const entries = [...getPart('navbar').querySelectorAll('a[href^="/company"]')];
    const outlinedEntries = entries.filter((entry) => outlineStyle(entry) !== 'none');
    expect(outlinedEntries.map((entry) => [entry.getAttribute('aria-current'), entry.textContent])).toEqual([
      ['page', 'Members'],
    ]);
    await page.getByRole('button', { name: 'Settings' }).click();
    const layouts = page.getByRole('radiogroup', { name: 'Layout style' }).getByRole('radio');
    await expect.element(layouts.first()).toBeChecked();
    await expect
      .poll(() => layouts.elements().map((radio) => outlineStyle(radio.nextElementSibling) !== 'none'))
      .toEqual([true, false, false]);
  });

  test('a preference for more contrast increases it in every theme', async () => {
    const textColors = () => {
      const style = getComputedStyle(rootElement);
      return [style.getPropertyValue('--text'), style.getPropertyValue('--muted')];
    };
    await openConsole('/dashboard');
    expect(new Set(textColors()).size).toBe(2);
    await emulateSystem({ contrast: 'more' });
    for (const theme of THEMES) {
      chooseTheme(theme);
      await expect.element(rootElement).toHaveAttribute('data-theme', theme);
      const [textColor, mutedColor] = textColors();
      expect(textColor, theme).toMatch(/^#/);
      expect(mutedColor, theme).toBe(textColor);
    }
  });

  test('a preference for reduced motion stops all animations', async () => {
    const longestDuration = () =>
      Math.max(
        ...[...document.querySelectorAll('*')].flatMap((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element);
          return `${transitionDuration}, ${animationDuration}`.split(', ').map((time) => Number.parseFloat(time));
        }),
      );
    enableMotion();
    await openConsole('/dashboard', { settings: { layout: { style: 'layout1', config: { folded: true } } } });
    await waitForPage();
    expect(longestDuration()).toBeGreaterThan(0.1);
    await emulateSystem({ reducedMotion: 'reduce' });
    await expect.poll(longestDuration).toBeLessThanOrEqual(0.001);
  });
});
