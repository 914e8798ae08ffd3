import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAllAccessible } from '../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { activeOption, searchResponse, paletteInput, openPaletteAt, palette } from '../../testing/palette.ts';
import { mockResponse, neverResponds } from '../../testing/mock-server.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';
import { router } from '../router.tsx';

describe('the palette by keyboard', () => {
  test('Ctrl+K opens it, arrows cycle, Home and End go to the ends, Enter opens the active page', async () => {
    mockResponse('GET /api/search', () => searchResponse());
    await openPaletteAt();
    await expect.element(activeOption).toBeVisible();
    const firstText = activeOption.element().textContent;
    await userEvent.keyboard('{End}');
    await expect.element(activeOption).toMatchTextContent('Logout');
    await expect.element(activeOption).toBeInViewport({ ratio: 1 });
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(activeOption).toHaveTextContent(firstText);
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(activeOption).toMatchTextContent('Logout');
    await userEvent.keyboard('{Home}');
    await expect.element(activeOption).toHaveTextContent(firstText);
    await expect.element(paletteInput).toHaveAttribute('aria-activedescendant', activeOption.element().id);
    await userEvent.keyboard('hot');
    await expect.element(activeOption).toMatchTextContent('Hotels');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/system/hotel');
    await expect.element(palette).not.toBeInTheDocument();
  });

  test('Escape closes it and returns the focus to the button that opened it', async () => {
    await openConsole('/dashboard');
    const button = page.getByRole('button', { name: 'Command palette, Ctrl K' });
    await button.click();
    await expect.element(paletteInput).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(palette).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  });

  test('disables its keys while another dialog is open', async () => {
    await openConsole('/system/region');
    await page.getByRole('button', { name: 'New region' }).click();
    const dialog = page.getByRole('dialog', { name: 'New region' });
    const firstField = dialog.getByRole('textbox').first();
    await expect.element(firstField).toHaveFocus();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('BALI');
    await expect.element(firstField).toHaveValue('BALI');
    await expect.element(palette).not.toBeInTheDocument();
  });

  test('enables its keys while a page still loads its record', async () => {
    mockResponse('GET /api/region/1', neverResponds);
    await openConsole('/system/region/1');
    await expect.element(page.getByRole('button', { name: 'Command palette, Ctrl K' })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(paletteInput).toHaveFocus();
  });

  test.for([
    ['/company/member/new', 'First name'],
    ['/company/search', 'Name, card, voucher, phone or email'],
  ] as const)('preserves the focus and the typed text when %s arrives late', async ([path, field]) => {
    mockResponse('GET /api/search', () => searchResponse());
    await openPaletteAt();
    await userEvent.keyboard('bahasa');
    // The page was still loading when the palette opened, and arrives below it.
    await router.navigate({ href: path });
    await expect.element(page.getByRole('textbox', { name: field, includeHidden: true })).toBeInTheDocument();
    await userEvent.keyboard(' indonesia');
    await expect.element(paletteInput).toHaveValue('bahasa indonesia');
    await expect.element(activeOption).toMatchTextContent('Switch to Indonesian');
  });
});

describe('the palette', () => {
  test.for(PAGE_VARIANTS)('is accessible and fits the window: $language, $theme, $width px', async (variant) => {
    const { width, height, ...options } = variant;
    await page.viewport(width, height);
    await openPaletteAt('/dashboard', options);
    await expect.element(activeOption).toBeVisible();
    await expectAllAccessible();
    const { left, right } = palette.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
    await expectTextsToFit([options.language]);
  });

  test('fills the screen of a phone, and opens and closes by buttons', async () => {
    await page.viewport(390, 844);
    await openConsole('/dashboard');
    await page.getByRole('button', { name: 'Search the menu' }).click();
    await page.getByRole('button', { name: /Command palette/ }).click();
    await expect
      .poll(() => palette.element().getBoundingClientRect().toJSON() as unknown)
      .toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    await palette.getByRole('button', { name: /Close/ }).click();
    await expect.element(palette).not.toBeInTheDocument();
  });
});
