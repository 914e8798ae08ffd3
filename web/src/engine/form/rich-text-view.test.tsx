import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { row } from '../../testing/rows.ts';

const HOSTILE_HTML =
  '<p style="text-align:center;">In the <strong>middle</strong></p><p style="position:fixed;inset:0">over</p>' +
  '<img src="/src/testing/picture.png" onload="alert(1)" onerror="alert(2)"><a href="javascript:alert(3)">link</a>' +
  '<a href="https://example.test">elsewhere</a><script>alert(4)</script><iframe src="/"></iframe>' +
  '<form action="/x"><input name="p"></form><svg><script>alert(5)</script></svg>';

const findRichText = () => document.querySelector('dd .rich-text');

describe('rich text', () => {
  // The server never returns such a value, but the console does not rely on that.
  it('is shown with its formatting, executes nothing, and stays in its container', async () => {
    const alert = vi.spyOn(window, 'alert').mockImplementation(() => {});
    setRecords('mail_params', [
      row('mail_params', 1, {
        default_value: HOSTILE_HTML,
        type_input: { id: 7, name: 'Editor', code: '7' },
        deleted_at: '2026-01-01 00:00:00',
      }),
    ]);
    await openConsole('/system/mail-params/1');
    await expect.element(page.getByText('middle')).toBeVisible();
    const [firstParagraph, secondParagraph] = [...(findRichText()?.querySelectorAll('p') ?? [])];
    expect(firstParagraph?.getAttribute('style')).toMatch(/^text-align: ?center;$/);
    expect(secondParagraph?.getAttribute('style')).toBeNull();
    for (const selector of ['script', 'form', 'input', 'iframe', 'svg', '[onload]', '[onerror]', 'a[href^=javascript]'])
      expect(findRichText()?.querySelector(selector), selector).toBeNull();
    await expect.poll(() => document.querySelector<HTMLImageElement>('dd .rich-text img')?.complete).toBe(true);
    expect(alert).not.toHaveBeenCalled();
    const link = page.getByRole('link', { name: 'elsewhere' });
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  });
});
