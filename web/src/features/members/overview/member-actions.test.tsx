import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../../shell/router.tsx';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { requestedDiscount } from '../../../testing/month-close.ts';
import { FRONT_DESK } from '../../../testing/fixtures.ts';
import { STANDING, STANDING_WITHOUT_CARD, mockMember } from '../../../testing/member-overview.ts';
import { CAN_RECEIVE_FREE, CAN_RENEW } from '../../../testing/member-eligibility.ts';
import { openConsole } from '../../../testing/open-console.tsx';
import { mockResponse, setRecords, neverResponds, rejection } from '../../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../../testing/requests.ts';
import { getPart } from '../../../testing/shell-parts.ts';
import { row } from '../../../testing/rows.ts';

// Preloaded, so that tests wait for the page and not for its modules.
beforeAll(() => Promise.all([import('../member-page.tsx'), import('./overview-panel.tsx')]));

const MEMBER_PATH = '/company/member/5';
const maintainProgress = page.getByRole('progressbar', { name: 'Visits to keep this tier' });
const actionBar = page.getByRole('group', { name: 'Actions' });
const currentPath = () => router.state.location.href;

async function openMember(...memberData: Parameters<typeof mockMember>): Promise<void> {
  mockMember(...memberData);
  await openConsole(MEMBER_PATH);
  await expect.element(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
}

describe('an action on a member', () => {
  for (const [key, name, path] of [
    ['1', 'Renew', '/finance/transaction/wizard?type=2&member_id=5'],
    ['2', 'Redeem', '/finance/voucher-redeem/wizard/5'],
    ['3', 'Post a visit', '/finance/visit/quick?member_id=5'],
  ] as const)
    test(`runs by its shortcut key and by click: ${name}`, async () => {
      for (const runAction of [
        () => userEvent.keyboard(key),
        () => actionBar.getByRole('button', { name: `${name} ${key}` }).click(),
      ]) {
        mockResponse('GET /api/transaction/offers', () => rejection(500, 'internal_error'));
        await openMember({ may: CAN_RENEW });
        await expect
          .element(actionBar.getByRole('button', { name: `${name} ${key}` }))
          .toHaveAttribute('aria-keyshortcuts', key);
        await runAction();
        await expect.poll(currentPath).toBe(path);
      }
    });

  test('ignores its shortcut key while the user types in a field', async () => {
    await openMember();
    await page.getByRole('tab', { name: 'Data' }).click();
    const hobbyInput = page.getByRole('textbox', { name: 'Hobby' });
    await hobbyInput.fill('');
    await userEvent.keyboard('3');
    await expect.element(hobbyInput).toHaveValue('3');
    expect(currentPath()).toContain(MEMBER_PATH);
    await hobbyInput.fill('Hobby 5');
  });

  for (const [language, reason] of [
    ['en', 'Card 7 can be renewed from 2 November 2026.'],
    ['id', 'Kartu 7 dapat diperpanjang mulai 2 November 2026.'],
  ] as const)
    test(`shows why it is not available, and again when its key is pressed: ${language}`, async () => {
      mockMember({
        may: { sale: { next: 'renew', sell: reason, renew: reason, give: reason, upgrade: reason }, redeem: null },
      });
      await openConsole(MEMBER_PATH, { language });
      await expect.element(page.getByRole('listitem').filter({ hasText: reason })).toBeVisible();
      const renewButton = page.getByRole('button', { name: /1$/ });
      await expect.element(renewButton.first()).toHaveAttribute('aria-disabled', 'true');
      await expect.element(renewButton.first()).toHaveAccessibleDescription(expect.stringContaining(reason));
      await expectAccessible();
      await userEvent.keyboard('1');
      await expect.poll(() => page.getByText(reason).elements().length).toBe(2);
      expect(currentPath()).toBe(MEMBER_PATH);
    });

  test('offers a sale first to a member without a card or redeemable vouchers', async () => {
    mockResponse('GET /api/transaction/offers', () => rejection(500, 'internal_error'));
    await openMember(STANDING_WITHOUT_CARD);
    await expect.element(page.getByText('Visits count only with a card.')).toBeVisible();
    await expect
      .element(page.getByRole('list', { name: 'Not available now' }))
      .toHaveTextContent('Redeem: No voucher is redeemable now.');
    await userEvent.keyboard('1');
    await expect.poll(currentPath).toBe('/finance/transaction/wizard?type=1&member_id=5');
  });

  test('offers a free member another free membership instead of a renewal', async () => {
    mockResponse('GET /api/transaction/offers', () => rejection(500, 'internal_error'));
    await openMember({ may: CAN_RECEIVE_FREE });
    await expect.element(actionBar.getByRole('button', { name: 'Renew (free) 1' })).toBeVisible();
    await userEvent.keyboard('1');
    await expect.poll(currentPath).toBe('/finance/transaction/free_membership?member_id=5');
  });

  for (const [nextStep, standing] of [
    ['Renew 1', { may: CAN_RENEW }],
    ['Redeem 2', {}],
    ['Post a visit 3', { may: { ...STANDING.may, redeem: 'No voucher is redeemable now.' } }],
  ] as const)
    test(`is highlighted if the status makes it the next step: ${nextStep}`, async () => {
      await openMember(standing);
      const backgroundOf = (name: string) =>
        getComputedStyle(actionBar.getByRole('button', { name }).element()).backgroundColor;
      await expect.poll(() => backgroundOf(nextStep)).not.toBe(backgroundOf('Send email 4'));
      for (const name of ['Renew 1', 'Redeem 2', 'Post a visit 3'].filter((otherName) => otherName !== nextStep))
        expect(backgroundOf(name)).not.toBe(backgroundOf(nextStep));
    });

  test('is not highlighted until the status is known', async () => {
    mockMember();
    mockResponse('GET /api/member/5/standing', neverResponds);
    await openConsole(MEMBER_PATH);
    await expect.element(actionBar.getByRole('button', { name: 'Renew 1' })).toBeVisible();
    const backgrounds = ['Renew 1', 'Redeem 2', 'Post a visit 3', 'Send email 4'].map(
      (name) => getComputedStyle(actionBar.getByRole('button', { name }).element()).backgroundColor,
    );
    expect(new Set(backgrounds).size).toBe(1);
  });

  test('stays visible with the name and the status while the page scrolls', async () => {
    await openMember();
    const scroller = getPart('scroller');
    scroller.scrollTo({ top: scroller.scrollHeight });
    await expect.poll(() => scroller.scrollTop).toBeGreaterThan(100);
    for (const element of [page.getByRole('heading', { name: 'Bagus Santoso' }), actionBar])
      await expect.element(element).toBeInViewport({ ratio: 1 });
    expect(document.querySelector('[data-record-head]')?.getBoundingClientRect().height).toBeLessThan(72);
  });

  test('leaves room for the name on a tablet', async () => {
    await page.viewport(1024, 768);
    await openMember();
    await expect.element(actionBar).toBeVisible();
    expect(document.querySelector('[data-record-head]')?.getBoundingClientRect().height).toBeLessThan(90);
  });

  test('includes deletion in the menu', async () => {
    await openMember();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect.element(page.getByRole('alertdialog', { name: 'Delete Bagus Santoso?' })).toBeVisible();
  });

  test('opens the menu by its key, with the first line focused', async () => {
    await openMember();
    await expect.element(actionBar.getByRole('button', { name: 'Post a visit' })).toBeVisible();
    await userEvent.keyboard('5');
    await expect.element(page.getByRole('menuitem', { name: 'Set tier…' })).toHaveFocus();
  });

  test('is shown only with permission: a user who may not sell sees no sale', async () => {
    mockMember();
    const roles = FRONT_DESK.roles?.filter((code) => code !== 'STORE_TRANSACTION');
    await openConsole(MEMBER_PATH, { user: { ...FRONT_DESK, roles } });
    await expect.element(actionBar.getByRole('button', { name: 'Post a visit' })).toBeVisible();
    await expect.element(actionBar.getByRole('button', { name: 'Renew' })).not.toBeInTheDocument();
  });

  test('is at the bottom of a phone screen, and never covers the focused element', async () => {
    await page.viewport(390, 844);
    await openMember();
    await expect.element(maintainProgress).toBeVisible();
    const barRect = actionBar.element().getBoundingClientRect();
    expect(barRect.bottom).toBe(844);
    const main = page.getByRole('main').element();
    const controls = [...main.querySelectorAll<HTMLElement>('a, button')].filter((control) =>
      control.checkVisibility(),
    );
    expect(controls.length).toBeGreaterThan(10);
    for (const control of controls) {
      control.focus();
      expect(control.getBoundingClientRect().bottom, control.textContent).toBeLessThanOrEqual(barRect.top);
    }
  });
});

describe('a mail of the programme', () => {
  const dialog = page.getByRole('dialog', { name: 'Send email' });

  test('is resent to the member’s address; a mail the member opted out of shows why it is disabled', async () => {
    await openMember();
    mockResponse('POST /api/member/5/mail', {
      data: { mail_type: 'expiry-reminder', recipient: 'bagus@example.test' },
    });
    await userEvent.keyboard('4');
    await expect.element(dialog).toHaveAccessibleDescription(expect.stringContaining('bagus@example.test'));
    await expect.element(dialog.getByRole('radio', { name: 'Welcome' })).toHaveFocus();
    await expect.element(dialog.getByRole('radio', { name: /Birthday wishes/ })).toBeDisabled();
    await expect.element(dialog.getByText('The member opted out: “Birthday emails” is off.')).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('radio', { name: 'Reminder before the card ends' }).click();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect
      .element(page.getByText('Email “Reminder before the card ends” is being sent to bagus@example.test.'))
      .toBeVisible();
    const { body, headers } = await waitForRequest('POST /api/member/5/mail');
    expect(body).toEqual({ mail_type: 'expiry-reminder' });
    expect(headers.get('Idempotency-Key')).not.toBeNull();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(async () => (await findRequests('GET /api/member/5/overview')).length).toBeGreaterThan(1);
  });

  test('leaves the dialog open for another attempt after a rejection', async () => {
    await openMember();
    mockResponse('POST /api/member/5/mail', () => rejection(409, 'conflict', { message: 'The mail server rests.' }));
    await userEvent.keyboard('4');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect.element(page.getByText('The mail server rests.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Send' })).toBeEnabled();
  });

  test('cannot be chosen if no mail can be sent: its key shows why', async () => {
    await openMember(
      {},
      {
        mails: (['welcome', 'renewal', 'expiry-reminder', 'birthday'] as const).map((mail_type) => ({
          mail_type,
          reason: 'The member opted out: “All emails” is off.',
        })),
      },
    );
    await userEvent.keyboard('4');
    await expect.poll(() => page.getByText('The member opted out: “All emails” is off.').elements().length).toBe(2);
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

describe('the tier of a member', () => {
  const dialog = page.getByRole('dialog', { name: 'Set tier of Bagus Santoso' });
  const setTierButton = dialog.getByRole('button', { name: 'Set tier' });

  async function openTierMenu(...memberData: Parameters<typeof mockMember>): Promise<void> {
    setRecords('membership', [
      row('membership', 1, { name: 'Laksmira Silver', code: 'SLV', rank: 1 }),
      row('membership', 2, { name: 'Laksmira Gold', code: 'GLD', rank: 2 }),
      row('membership', 3, { name: 'Laksmira Platinum', code: 'PLT', rank: 3 }),
    ]);
    await openMember(...memberData);
    await page.getByRole('button', { name: 'More', exact: true }).click();
  }
  const chooseMembership = async (name: string) => {
    await dialog.getByRole('combobox', { name: 'Membership' }).fill(name);
    await page.getByRole('option', { name }).click();
    await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  };

  test('is set manually with a reason, after the consequences are shown', async () => {
    await openTierMenu();
    mockResponse('POST /api/member/5/membership', { data: {} });
    await page.getByRole('menuitem', { name: 'Set tier…' }).click();
    await setTierButton.click();
    await expect.poll(() => dialog.getByText('This field is required.').elements().length).toBe(2);
    for (const [name, labels] of [
      ['Laksmira Platinum', 'Its vouchers are issued and an email is sent.'],
      ['Laksmira Silver', 'Lower or same tier: no new vouchers, no email.'],
      ['Laksmira Gold', 'Card and tier do not change until the next renewal.'],
      ['Laksmira Platinum', 'A Laksmira Platinum card will be issued today, valid until 31 Jan 2027'],
    ] as const) {
      await chooseMembership(name);
      await expect.element(dialog.getByText(labels)).toBeVisible();
    }
    await expectAccessible();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Friend of the house');
    await setTierButton.click();
    const { body, headers } = await waitForRequest('POST /api/member/5/membership');
    expect(body).toEqual({ membership_id: 3, remark: 'Friend of the house' });
    expect(headers.get('Idempotency-Key')).not.toBeNull();
    await expect
      .element(page.getByText('Bagus Santoso is now Laksmira Platinum, until the next renewal.'))
      .toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('is undone from the message, after a confirmation', async () => {
    await openTierMenu();
    mockResponse('POST /api/member/5/membership', { data: {} });
    mockResponse('POST /api/member/5/membership/undo', { data: {} });
    await page.getByRole('menuitem', { name: 'Set tier…' }).click();
    await chooseMembership('Laksmira Platinum');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Friend of the house');
    await setTierButton.click();
    await expect.element(dialog).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Undo the tier of Bagus Santoso?' });
    await expect.element(confirmation.getByText(/^The card issued for it is deleted/)).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByText('Tier of Bagus Santoso undone.')).toBeVisible();
    expect((await waitForRequest('POST /api/member/5/membership/undo')).body).toEqual({});
  });

  test('can be undone for ten minutes by the user who set it', async () => {
    const minutesAgo = (minutes: number) =>
      new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const card = STANDING.card && { ...STANDING.card, start_date: STANDING.day };
    const undoItem = page.getByRole('menuitem', { name: 'Undo tier…' });
    for (const [minutes, userId, isOffered] of [
      [2, 1, true],
      [11, 1, false],
      [2, 9, false],
    ] as const) {
      const manual_tier = { at: minutesAgo(minutes), by: { id: userId, name: 'Staff' }, remark: null };
      await openTierMenu({ card, manual_tier });
      await expect.element(page.getByRole('menuitem', { name: 'Set tier…' })).toBeVisible();
      expect(undoItem.elements()).toHaveLength(isOffered ? 1 : 0);
    }
  });

  test('shows a rejection at its field', async () => {
    await openTierMenu();
    mockResponse('POST /api/member/5/membership', () =>
      rejection(422, 'validation_failed', { errors: { membership_id: ['not_offered_here'] } }),
    );
    await page.getByRole('menuitem', { name: 'Set tier…' }).click();
    await chooseMembership('Laksmira Platinum');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Friend of the house');
    await setTierButton.click();
    await expect
      .element(dialog.getByRole('combobox', { name: 'Membership' }))
      .toHaveAccessibleDescription(expect.stringContaining('This membership isn’t sold at this hotel.'));
  });

  test('requests an approval above a limit, with its own reason and the requested tier', async () => {
    await openTierMenu();
    const approvalReason = 'A free member’s level needs an approval.';
    mockResponse('POST /api/member/5/membership', () => rejection(409, 'approval_needed', { message: approvalReason }));
    mockResponse('POST /api/approval', {
      data: { ...requestedDiscount, kind: 'tier', is_own: true, may_decide: false },
    });
    await page.getByRole('menuitem', { name: 'Set tier…' }).click();
    await chooseMembership('Laksmira Platinum');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Friend of the house');
    await setTierButton.click();
    const confirmation = page.getByRole('alertdialog');
    await expect.element(confirmation.getByText(approvalReason)).toBeVisible();
    await expectAccessible();
    await confirmation.getByRole('textbox', { name: 'Reason' }).fill('A regular guest');
    await confirmation.getByRole('button', { name: 'Request approval' }).click();
    const { body, headers } = await waitForRequest('POST /api/approval');
    expect(body).toEqual({
      call: 'POST /api/member/{id}/membership',
      path: { id: 5 },
      body: { membership_id: 3, remark: 'Friend of the house' },
      reason: 'A regular guest',
    });
    expect(headers.get('Idempotency-Key')).not.toBeNull();
    await expect.element(page.getByText('Sent for approval.')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('requests no approval if the approval dialog is dismissed', async () => {
    await openTierMenu();
    mockResponse('POST /api/member/5/membership', () => rejection(409, 'approval_needed'));
    await page.getByRole('menuitem', { name: 'Set tier…' }).click();
    await chooseMembership('Laksmira Platinum');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Friend of the house');
    await setTierButton.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(setTierButton).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Friend of the house');
    expect(await findRequests('POST /api/approval')).toEqual([]);
  });

  test('cannot be set without a running card, and shows why', async () => {
    await openTierMenu({ card: STANDING.card && { ...STANDING.card, is_running: false } });
    const setTierItem = page.getByRole('menuitem', { name: 'Set tier…' });
    await expect.element(setTierItem).toHaveAttribute('aria-disabled', 'true');
    await expect.element(setTierItem).toMatchTextContent('Requires an active card');
  });
});

test('a call can be logged from the menu, which reloads the page', async () => {
  await openMember();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log a call…' }).click();
  const requestCount = (await findRequests('GET /api/member/5/overview')).length;
  await page.getByRole('radio', { name: 'Reached' }).click();
  await page.getByRole('button', { name: 'Save call' }).click();
  await expect
    .poll(async () => (await findRequests('POST /api/member_call')).at(-1)?.body)
    .toMatchObject({
      member_id: 5,
      outcome: 'reached',
    });
  await expect
    .poll(async () => (await findRequests('GET /api/member/5/overview')).length)
    .toBeGreaterThan(requestCount);
});
