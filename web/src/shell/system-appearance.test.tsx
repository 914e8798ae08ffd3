import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { chooseTheme } from '../session/settings.ts';
import { openConsole } from '../testing/open-console.tsx';
import { partOf, waitForPage } from '../testing/shell-parts.ts';
import { enableMotion } from '../testing/motion.ts';
import { setUpSystem } from '../testing/system.ts';
import { THEMES } from '@innkeeper/contract';

const html = document.documentElement;

describe('system settings of the user', () => {
  test('the theme System follows light and dark mode while the console is open', async () => {
    await setUpSystem({ colorScheme: 'dark' });
    await openConsole('/dashboard', { settings: { themes: { main: 'system' } } });
    await expect.element(html).toHaveAttribute('data-theme', 'dark');
    await setUpSystem({ colorScheme: 'light' });
    await expect.element(html).toHaveAttribute('data-theme', 'light');
    chooseTheme('teak');
    await setUpSystem({ colorScheme: 'dark' });
    await expect.element(html).toHaveAttribute('data-theme', 'teak');
  });

  test('forced colours mark the current page and the chosen layout by an outline', async () => {
    await setUpSystem({ forcedColors: 'active', reducedMotion: 'reduce' });
    await openConsole('/company/member');
    await waitForPage();
    const outlineOf = (element: Element | null) => element && getComputedStyle(element).outlineStyle;
    const entries = [...partOf('navbar').querySelectorAll('a[href^="/company"]')];
    const outlined = entries.filter((entry) => outlineOf(entry) !== 'none');
    expect(outlined.map((entry) => [entry.getAttribute('aria-current'), entry.textContent])).toEqual([
      ['page', 'Members'],
    ]);
    await page.getByRole('button', { name: 'Settings' }).click();
    const layouts = page.getByRole('radiogroup', { name: 'Layout style' }).getByRole('radio');
    await expect.element(layouts.first()).toBeChecked();
    await expect
      .poll(() => layouts.elements().map((radio) => outlineOf(radio.nextElementSibling) !== 'none'))
      .toEqual([true, false, false]);
  });

  test('a preference for more contrast raises it in every theme', async () => {
    const tones = () => {
      const style = getComputedStyle(html);
      return [style.getPropertyValue('--text'), style.getPropertyValue('--muted')];
    };
    await openConsole('/dashboard');
    expect(new Set(tones()).size).toBe(2);
    await setUpSystem({ contrast: 'more' });
    for (const theme of THEMES) {
      chooseTheme(theme);
      await expect.element(html).toHaveAttribute('data-theme', theme);
      const [text, muted] = tones();
      expect(text, theme).toMatch(/^#/);
      expect(muted, theme).toBe(text);
    }
  });

  test('a preference for reduced motion stops all animations', async () => {
    const longest = () =>
      Math.max(
        ...[...document.querySelectorAll('*')].flatMap((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element);
          return `${transitionDuration}, ${animationDuration}`.split(', ').map((time) => Number.parseFloat(time));
        }),
      );
    enableMotion();
    await openConsole('/dashboard', { settings: { layout: { style: 'layout1', config: { folded: true } } } });
    await waitForPage();
    expect(longest()).toBeGreaterThan(0.1);
    await setUpSystem({ reducedMotion: 'reduce' });
    await expect.poll(longest).toBeLessThanOrEqual(0.001);
  });
});
