import { afterEach, expect, test } from 'vitest';
import { type Locator, commands, page } from 'vitest/browser';
import { memberToCall, mockCallLists } from '../testing/call-lists.ts';
import { deskGuest, mockDesk, mockOneHotel } from '../testing/desk.ts';
import { FRONT_DESK } from '../testing/fixtures.ts';
import { mockMember } from '../testing/member-overview.ts';
import { mockResponse, neverResponds, setRecords } from '../testing/mock-server.ts';
import { mockMonths } from '../testing/month-close.ts';
import { openConsole } from '../testing/open-console.tsx';
import { row } from '../testing/rows.ts';
import { fullShift } from '../testing/shifts.ts';

/** What a finger hits without looking twice, in pixels. */
const FINGER = 44;

afterEach(() => commands.setTouchScreen(false));

/** Expects that the finger hits the target two pixels within each side of a square around its middle. */
async function expectFingerTarget(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible();
  target.element().scrollIntoView({ block: 'center' });
  const reach = FINGER / 2 - 2;
  const findMissed = () => {
    const element = target.element();
    const { x, y, width, height } = element.getBoundingClientRect();
    const sides = [
      [0, -reach],
      [0, reach],
      [-reach, 0],
      [reach, 0],
    ] as const;
    return sides.filter(([right, down]) => {
      const hit = document.elementFromPoint(x + width / 2 + right, y + height / 2 + down);
      return !element.contains(hit);
    });
  };
  await expect.poll(findMissed).toEqual([]);
}

test('options, switches and small buttons take a finger on 44 pixels', async () => {
  await page.viewport(390, 844);
  await commands.setTouchScreen(true);
  mockOneHotel();
  mockResponse('GET /api/shift', { data: fullShift() });
  mockResponse('GET /api/shift/recipient', { data: [{ id: 5, name: 'Yoga Pratama' }] });
  await openConsole('/finance/handover', { user: FRONT_DESK });
  const entries = page.getByRole('radio', { name: 'Mine' });
  await expect.element(entries).toBeVisible();
  expect(entries.element().closest('label')?.offsetHeight).toBeGreaterThanOrEqual(FINGER);
  await page.getByRole('combobox', { name: 'Period' }).click();
  const option = page.getByRole('option', { name: 'Last 12 hours' });
  await expect.element(option).toBeVisible();
  await expect.poll(() => option.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(FINGER);
  await option.click();
  await page.getByRole('button', { name: 'Send…' }).click();
  const closeButton = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  await expect.element(closeButton).toBeVisible();
  // Two pixels within the corner of the area, around the button at rest.
  const findTarget = () => {
    const { top, left, width } = closeButton.element().getBoundingClientRect();
    const reach = (FINGER - width) / 2 - 2;
    return document.elementFromPoint(left - reach, top - reach)?.closest('button');
  };
  await expect.poll(findTarget).toBe(closeButton.element());
});

test('a name in a list of calls and the user menu take a finger on 44 pixels', async () => {
  await page.viewport(390, 844);
  await commands.setTouchScreen(true);
  mockCallLists([memberToCall(1, { renewal: null, vouchers: null })]);
  await openConsole('/company/work-list/renewal');
  await expectFingerTarget(page.getByRole('link', { name: 'Bagus Kontak 1', exact: true }));
  await expectFingerTarget(page.getByRole('button', { name: /^User menu/ }));
});

test('what opens further fields and what leaves a page take a finger on 44 pixels', async () => {
  await page.viewport(390, 844);
  await commands.setTouchScreen(true);
  mockOneHotel();
  mockDesk(deskGuest());
  await openConsole('/finance/visit/quick?member_id=7', { user: FRONT_DESK });
  await expectFingerTarget(page.getByText('Change date or add a note'));
  mockMember();
  await openConsole('/company/member/5');
  await expectFingerTarget(page.getByRole('main').getByRole('link', { name: 'Members', exact: true }));
});

test('the page number of a list takes a finger on 44 pixels', async () => {
  await page.viewport(390, 844);
  await commands.setTouchScreen(true);
  await openConsole('/company/member');
  await expectFingerTarget(page.getByRole('textbox', { name: 'Page', exact: true }));
});

test('links to the records of a checklist and to all placeholders take a finger on 44 pixels', async () => {
  await page.viewport(390, 844);
  await commands.setTouchScreen(true);
  mockMonths();
  await openConsole('/finance/month-close?country_id=1&month=2026-10');
  await expectFingerTarget(page.getByRole('link', { name: /POS-1188/ }));
  await expectFingerTarget(page.getByRole('button', { name: 'Go to remark and closing' }));
  mockResponse('POST /api/mail_language/1/preview', neverResponds);
  setRecords('mail_template', [row('mail_template', 1, { name: 'Birthday' })]);
  await openConsole('/system/mail-template/1');
  await page.getByText(/^Placeholders/).click();
  await expectFingerTarget(page.getByRole('link', { name: 'All placeholders of this template' }));
});
