import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { LOOKS } from '../../testing/looks.ts';
import { memberToCall, playWorkLists } from '../../testing/members-to-call.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, recordsOf, refusal } from '../../testing/played-server.ts';
import { requests } from '../../testing/requests.ts';
import { expectRoomForTexts } from '../../testing/room-for-texts.ts';

const PATH = '/company/work-list/expiring';
const CALL = 'POST /api/member_call';
const [first, second, third] = [memberToCall(1), memberToCall(2), memberToCall(3)];
const dialog = page.getByRole('dialog');
const workThrough = page.getByRole('button', { name: 'Work through' });
const asks = (name: string) => expect.element(dialog).toHaveAccessibleName(`Call with ${name}`);
const noted = () => answer(CALL, { data: recordsOf('member_call')[0] });

describe('a list is worked through', () => {
  for (const { language, theme, width, height } of LOOKS)
    test(`from its top, with what a caller needs: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      playWorkLists([first, second, third]);
      await openConsole(PATH, { language, theme });
      await page.getByRole('button', { name: { en: 'Work through', id: 'Kerjakan berurutan' }[language] }).click();
      await expect.element(dialog.getByText({ en: '1 of 3', id: '1 dari 3' }[language])).toBeVisible();
      await expect.element(dialog.getByText(/Laksmira Gold/)).toBeVisible();
      await expect
        .element(dialog.getByRole('link', { name: 'WhatsApp' }))
        .toHaveAttribute('href', 'https://wa.me/6281155500001');
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await expectRoomForTexts([language]);
    });

  test('by keyboard alone: a digit, Enter, and the next one is there', async () => {
    playWorkLists([first, second]);
    noted();
    await openConsole(PATH);
    await workThrough.click();
    await asks(first.member.name);
    await expect.element(dialog.getByRole('radio', { name: 'Reached' })).toHaveFocus();
    await userEvent.keyboard('2{Enter}');
    await asks(second.member.name);
    await expect.element(dialog.getByRole('radio', { name: 'Reached' })).toHaveFocus();
    // The called member has left the list.
    playWorkLists([second]);
    await userEvent.keyboard('3{Enter}');
    await expect.element(dialog.getByText('2 calls were noted.')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect((await requests(CALL)).map(({ body }) => body)).toMatchObject([
      { member_id: 1, work_list: 'expiring' },
      { member_id: 2, work_list: 'expiring' },
    ]);
  });

  test('past skipped members, who stay on the list, and back', async () => {
    playWorkLists([first, second]);
    await openConsole(PATH);
    await workThrough.click();
    await asks(first.member.name);
    await expect.element(dialog.getByRole('button', { name: 'Back' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await asks(second.member.name);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await asks(first.member.name);
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await expect.element(dialog.getByText('2 members were skipped and stay on the list.')).toBeVisible();
    expect(await requests(CALL)).toEqual([]);
  });

  test('with members who have come since, and without those whom another user has called', async () => {
    playWorkLists([first], { total: 3, per_page: 1 });
    noted();
    await openConsole(PATH);
    await workThrough.click();
    await asks(first.member.name);
    playWorkLists([third], { total: 1, per_page: 1 });
    await userEvent.keyboard('2{Enter}');
    await asks(third.member.name);
  });

  test('stays with a call that is refused, and with what was typed', async () => {
    playWorkLists([first, second]);
    answer(CALL, () => refusal(422, 'validation_failed', { errors: { note: ['This is too long.'] } }));
    await openConsole(PATH);
    await workThrough.click();
    await dialog.getByRole('radio', { name: 'Declined' }).click();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Pindah');
    await page.getByRole('button', { name: 'Save and next' }).click();
    await expect.element(dialog.getByText('This is too long.')).toBeVisible();
    await asks(first.member.name);
    await expect.element(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Pindah');
  });

  test('that cannot be read says so, and is tried again', async () => {
    playWorkLists([first]);
    await openConsole(PATH);
    answer('GET /api/work_list/expiring', () => refusal(503, 'unavailable'));
    await workThrough.click();
    await expect.element(dialog.getByText('The server says unavailable.')).toBeVisible();
    playWorkLists([first]);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await asks(first.member.name);
  });
});
