import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { memberToCall, mockCallLists } from '../../testing/call-lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, recordsOf, rejection } from '../../testing/mock-server.ts';
import { requests } from '../../testing/requests.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';

const PATH = '/company/work-list/expiring';
const CALL = 'POST /api/member_call';
const [first, second, third] = [memberToCall(1), memberToCall(2), memberToCall(3)];
const dialog = page.getByRole('dialog');
const openCallQueue = page.getByRole('button', { name: 'Start calling' });
const asks = (name: string) => expect.element(dialog).toHaveAccessibleName(`Call with ${name}`);
const noted = () => mockResponse(CALL, { data: recordsOf('member_call')[0] });

describe('the queue of a call list', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`starts at the top, with the facts a caller needs: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      mockCallLists([first, second, third]);
      await openConsole(PATH, { language, theme });
      await page.getByRole('button', { name: { en: 'Start calling', id: 'Mulai menelepon' }[language] }).click();
      await expect.element(dialog.getByText({ en: '1 of 3', id: '1 dari 3' }[language])).toBeVisible();
      await expect.element(dialog.getByText(/Laksmira Gold/)).toBeVisible();
      await expect
        .element(dialog.getByRole('link', { name: 'WhatsApp' }))
        .toHaveAttribute('href', 'https://wa.me/6281155500001');
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await expectTextsToFit([language]);
    });

  test('works by keyboard alone: a digit and Enter lead to the next member', async () => {
    mockCallLists([first, second]);
    noted();
    await openConsole(PATH);
    await openCallQueue.click();
    await asks(first.member.name);
    await expect.element(dialog.getByRole('radio', { name: 'Reached' })).toHaveFocus();
    await userEvent.keyboard('2{Enter}');
    await asks(second.member.name);
    await expect.element(dialog.getByRole('radio', { name: 'Reached' })).toHaveFocus();
    // The called member has left the list.
    mockCallLists([second]);
    await userEvent.keyboard('3{Enter}');
    await expect.element(dialog.getByText('2 calls logged.')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect((await requests(CALL)).map(({ body }) => body)).toMatchObject([
      { member_id: 1, work_list: 'expiring' },
      { member_id: 2, work_list: 'expiring' },
    ]);
  });

  test('leads past skipped members, who remain on the list, and back', async () => {
    mockCallLists([first, second]);
    await openConsole(PATH);
    await openCallQueue.click();
    await asks(first.member.name);
    await expect.element(dialog.getByRole('button', { name: 'Back' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await asks(second.member.name);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await asks(first.member.name);
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await expect.element(dialog.getByText('2 members skipped and still on the list.')).toBeVisible();
    expect(await requests(CALL)).toEqual([]);
  });

  test('includes new members, and omits those called by another user', async () => {
    mockCallLists([first], { total: 3, per_page: 1 });
    noted();
    await openConsole(PATH);
    await openCallQueue.click();
    await asks(first.member.name);
    mockCallLists([third], { total: 1, per_page: 1 });
    await userEvent.keyboard('2{Enter}');
    await asks(third.member.name);
  });

  test('stays at a rejected call and retains its input', async () => {
    mockCallLists([first, second]);
    mockResponse(CALL, () => rejection(422, 'validation_failed', { errors: { note: ['This is too long.'] } }));
    await openConsole(PATH);
    await openCallQueue.click();
    await dialog.getByRole('radio', { name: 'Declined' }).click();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Pindah');
    await page.getByRole('button', { name: 'Save and next' }).click();
    await expect.element(dialog.getByText('This is too long.')).toBeVisible();
    await asks(first.member.name);
    await expect.element(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Pindah');
  });

  test('shows a loading failure, and can be retried', async () => {
    mockCallLists([first]);
    await openConsole(PATH);
    mockResponse('GET /api/work_list/expiring', () => rejection(503, 'unavailable'));
    await openCallQueue.click();
    await expect.element(dialog.getByText('The server says unavailable.')).toBeVisible();
    mockCallLists([first]);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await asks(first.member.name);
  });
});
