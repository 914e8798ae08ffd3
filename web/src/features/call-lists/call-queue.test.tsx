import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { memberToCall, mockCallLists } from '../../testing/call-lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, recordsOf, rejection } from '../../testing/mock-server.ts';
import { findRequests } from '../../testing/requests.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';

const PATH = '/company/work-list/expiring';
const LOG_CALL = 'POST /api/member_call';
const [firstMember, secondMember, thirdMember] = [memberToCall(1), memberToCall(2), memberToCall(3)];
const dialog = page.getByRole('dialog');
const startButton = page.getByRole('button', { name: 'Start calling' });
const expectMember = (name: string) => expect.element(dialog).toHaveAccessibleName(`Call with ${name}`);
const mockLoggedCall = () => mockResponse(LOG_CALL, { data: recordsOf('member_call')[0] });

describe('the queue of a call list', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`starts at the top, with the facts a caller needs: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      mockCallLists([firstMember, secondMember, thirdMember]);
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

  test('works by keyboard alone: a digit and Enter log a call and show the next member', async () => {
    mockCallLists([firstMember, secondMember]);
    mockLoggedCall();
    await openConsole(PATH);
    await startButton.click();
    await expectMember(firstMember.member.name);
    await expect.element(dialog.getByRole('radio', { name: 'Reached' })).toHaveFocus();
    await userEvent.keyboard('2{Enter}');
    await expectMember(secondMember.member.name);
    await expect.element(dialog.getByRole('radio', { name: 'Reached' })).toHaveFocus();
    // Called members leave the list.
    mockCallLists([secondMember]);
    await userEvent.keyboard('3{Enter}');
    await expect.element(dialog.getByText('2 calls logged.')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect((await findRequests(LOG_CALL)).map(({ body }) => body)).toMatchObject([
      { member_id: 1, work_list: 'expiring' },
      { member_id: 2, work_list: 'expiring' },
    ]);
  });

  test('leaves the name of the next member and Close free on a phone', async () => {
    await page.viewport(390, 600);
    mockCallLists([firstMember, secondMember]);
    mockLoggedCall();
    await openConsole(PATH);
    await startButton.click();
    await dialog.getByRole('radio', { name: 'Reached' }).click();
    await dialog.getByRole('button', { name: 'Save and next' }).click();
    await expectMember(secondMember.member.name);
    const messageText = page.getByText(`Call with ${firstMember.member.name} logged.`);
    await expect.element(messageText).toBeVisible();
    const bottom = messageText.element().closest('[data-message]')?.getBoundingClientRect().bottom;
    expect(bottom).toBeLessThanOrEqual(dialog.element().getBoundingClientRect().top);
  });

  test('can skip members, who remain on the list, and go back', async () => {
    mockCallLists([firstMember, secondMember]);
    await openConsole(PATH);
    await startButton.click();
    await expectMember(firstMember.member.name);
    await expect.element(dialog.getByRole('button', { name: 'Back' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await expectMember(secondMember.member.name);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expectMember(firstMember.member.name);
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await expect.element(dialog.getByText('2 members skipped and still on the list.')).toBeVisible();
    expect(await findRequests(LOG_CALL)).toEqual([]);
  });

  test('includes new members, and omits those called by another user', async () => {
    mockCallLists([firstMember], { total: 3, per_page: 1 });
    mockLoggedCall();
    await openConsole(PATH);
    await startButton.click();
    await expectMember(firstMember.member.name);
    mockCallLists([thirdMember], { total: 1, per_page: 1 });
    await userEvent.keyboard('2{Enter}');
    await expectMember(thirdMember.member.name);
  });

  test('stays at a rejected call and retains its input', async () => {
    mockCallLists([firstMember, secondMember]);
    mockResponse(LOG_CALL, () => rejection(422, 'validation_failed', { errors: { note: ['This is too long.'] } }));
    await openConsole(PATH);
    await startButton.click();
    await dialog.getByRole('radio', { name: 'Declined' }).click();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Pindah');
    await page.getByRole('button', { name: 'Save and next' }).click();
    await expect.element(dialog.getByText('This is too long.')).toBeVisible();
    await expectMember(firstMember.member.name);
    await expect.element(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Pindah');
  });

  test('shows a loading failure, and can be retried', async () => {
    mockCallLists([firstMember]);
    await openConsole(PATH);
    mockResponse('GET /api/work_list/expiring', () => rejection(503, 'unavailable'));
    await startButton.click();
    await expect.element(dialog.getByText('The server says unavailable.')).toBeVisible();
    mockCallLists([firstMember]);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expectMember(firstMember.member.name);
  });
});
