import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../../shell/router.tsx';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { askedDiscount } from '../../../testing/closed-months.ts';
import { FRONT_DESK } from '../../../testing/house.ts';
import { STANDING, WITHOUT_CARD, playMember } from '../../../testing/member-overview.ts';
import { MAY_BE_GIVEN, MAY_RENEW } from '../../../testing/member-may.ts';
import { openConsole } from '../../../testing/open-console.tsx';
import { answer, keepRecords, never, refusal } from '../../../testing/played-server.ts';
import { requests, sent } from '../../../testing/requests.ts';
import { partOf } from '../../../testing/shell-parts.ts';
import { row } from '../../../testing/rows.ts';

// Loaded beforehand: a test waits for the page, not for its code.
beforeAll(() => Promise.all([import('../member-page.tsx'), import('./overview-panel.tsx')]));

const MEMBER = '/company/member/5';
const progress = page.getByRole('progressbar', { name: 'To keep the level' });
const actions = page.getByRole('group', { name: 'Actions' });
const address = () => router.state.location.href;

async function openMember(...opening: Parameters<typeof playMember>): Promise<void> {
  playMember(...opening);
  await openConsole(MEMBER);
  await expect.element(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
}

describe('an action on a member', () => {
  for (const [key, name, path] of [
    ['1', 'Renew', '/finance/transaction/wizard?type=2&member_id=5'],
    ['2', 'Redeem', '/finance/voucher-redeem/wizard/5'],
    ['3', 'Post a visit', '/finance/visit/quick?member_id=5'],
  ] as const)
    test(`is one key away, and one click: ${name}`, async () => {
      for (const act of [
        () => userEvent.keyboard(key),
        () => actions.getByRole('button', { name: `${name} ${key}` }).click(),
      ]) {
        answer('GET /api/transaction/offers', () => refusal(500, 'internal_error'));
        await openMember({ may: MAY_RENEW });
        await expect
          .element(actions.getByRole('button', { name: `${name} ${key}` }))
          .toHaveAttribute('aria-keyshortcuts', key);
        await act();
        await expect.poll(address).toBe(path);
      }
    });

  test('is not done by a key while somebody types', async () => {
    await openMember();
    await page.getByRole('tab', { name: 'Data' }).click();
    const hobby = page.getByRole('textbox', { name: 'Hobby' });
    await hobby.fill('');
    await userEvent.keyboard('3');
    await expect.element(hobby).toHaveValue('3');
    expect(address()).toContain(MEMBER);
    await hobby.fill('Hobby 5');
  });

  for (const [language, words] of [
    ['en', 'Card 7 can be renewed from 2 November 2026.'],
    ['id', 'Kartu 7 dapat diperpanjang mulai 2 November 2026.'],
  ] as const)
    test(`says why it cannot be, and says it again when its key is pressed: ${language}`, async () => {
      playMember({
        may: { sale: { next: 'renew', sell: words, renew: words, give: words, upgrade: words }, redeem: null },
      });
      await openConsole(MEMBER, { language });
      await expect.element(page.getByRole('listitem').filter({ hasText: words })).toBeVisible();
      const renew = page.getByRole('button', { name: /1$/ });
      await expect.element(renew.first()).toHaveAttribute('aria-disabled', 'true');
      await expect.element(renew.first()).toHaveAccessibleDescription(expect.stringContaining(words));
      await expectAccessible();
      await userEvent.keyboard('1');
      await expect.poll(() => page.getByText(words).elements().length).toBe(2);
      expect(address()).toBe(MEMBER);
    });

  test('begins with a sale where there is no card, and nothing is there to redeem', async () => {
    answer('GET /api/transaction/offers', () => refusal(500, 'internal_error'));
    await openMember(WITHOUT_CARD);
    await expect.element(page.getByText('Without a card visits count towards nothing.')).toBeVisible();
    await expect
      .element(page.getByRole('list', { name: 'Not possible now' }))
      .toHaveTextContent('Redeem: No voucher can be redeemed now.');
    await userEvent.keyboard('1');
    await expect.poll(address).toBe('/finance/transaction/wizard?type=1&member_id=5');
  });

  test('gives a free member a membership again, and renews nothing that nobody paid for', async () => {
    answer('GET /api/transaction/offers', () => refusal(500, 'internal_error'));
    await openMember({ may: MAY_BE_GIVEN });
    await expect.element(actions.getByRole('button', { name: 'Give again 1' })).toBeVisible();
    await userEvent.keyboard('1');
    await expect.poll(address).toBe('/finance/transaction/free_membership?member_id=5');
  });

  for (const [step, standing] of [
    ['Renew 1', { may: MAY_RENEW }],
    ['Redeem 2', {}],
    ['Post a visit 3', { may: { ...STANDING.may, redeem: 'No voucher can be redeemed now.' } }],
  ] as const)
    test(`stands out where the standing makes it the next step: ${step}`, async () => {
      await openMember(standing);
      const accent = (name: string) =>
        getComputedStyle(actions.getByRole('button', { name }).element()).backgroundColor;
      await expect.poll(() => accent(step)).not.toBe(accent('Send mail 4'));
      for (const name of ['Renew 1', 'Redeem 2', 'Post a visit 3'].filter((other) => other !== step))
        expect(accent(name)).not.toBe(accent(step));
    });

  test('stands out only once the standing is known', async () => {
    playMember();
    answer('GET /api/member/5/standing', never);
    await openConsole(MEMBER);
    await expect.element(actions.getByRole('button', { name: 'Renew 1' })).toBeVisible();
    const grounds = ['Renew 1', 'Redeem 2', 'Post a visit 3', 'Send mail 4'].map(
      (name) => getComputedStyle(actions.getByRole('button', { name }).element()).backgroundColor,
    );
    expect(new Set(grounds).size).toBe(1);
  });

  test('stays in sight with the name and the standing while the page scrolls', async () => {
    await openMember();
    const scroller = partOf('scroller');
    scroller.scrollTo({ top: scroller.scrollHeight });
    await expect.poll(() => scroller.scrollTop).toBeGreaterThan(100);
    for (const part of [page.getByRole('heading', { name: 'Bagus Santoso' }), actions])
      await expect.element(part).toBeInViewport({ ratio: 1 });
    expect(document.querySelector('[data-record-head]')?.getBoundingClientRect().height).toBeLessThan(72);
  });

  test('includes deleting, in the menu', async () => {
    await openMember();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect.element(page.getByRole('alertdialog', { name: 'Delete Bagus Santoso?' })).toBeVisible();
  });

  test('is offered to those who may: a desk that sells nothing sees no sale', async () => {
    playMember();
    const roles = FRONT_DESK.roles?.filter((code) => code !== 'STORE_TRANSACTION');
    await openConsole(MEMBER, { user: { ...FRONT_DESK, roles } });
    await expect.element(actions.getByRole('button', { name: 'Post a visit' })).toBeVisible();
    await expect.element(actions.getByRole('button', { name: 'Renew' })).not.toBeInTheDocument();
  });

  test('lies under the thumb on a phone, and covers nothing that has the focus', async () => {
    await page.viewport(390, 844);
    await openMember();
    await expect.element(progress).toBeVisible();
    const bar = actions.element().getBoundingClientRect();
    expect(bar.bottom).toBe(844);
    const main = page.getByRole('main').element();
    const controls = [...main.querySelectorAll<HTMLElement>('a, button')].filter((one) => one.checkVisibility());
    expect(controls.length).toBeGreaterThan(10);
    for (const control of controls) {
      control.focus();
      expect(control.getBoundingClientRect().bottom, control.textContent).toBeLessThanOrEqual(bar.top);
    }
  });
});

describe('a mail of the programme', () => {
  const dialog = page.getByRole('dialog', { name: 'Send mail' });

  test('goes out once more, to the member’s address; one that is not wanted says why', async () => {
    await openMember();
    answer('POST /api/member/5/mail', { data: { mail_type: 'expiry-reminder', recipient: 'bagus@example.test' } });
    await userEvent.keyboard('4');
    await expect.element(dialog).toHaveAccessibleDescription(expect.stringContaining('bagus@example.test'));
    await expect.element(dialog.getByRole('radio', { name: 'Welcome' })).toHaveFocus();
    await expect.element(dialog.getByRole('radio', { name: /Birthday wishes/ })).toBeDisabled();
    await expect.element(dialog.getByText('The member wants no birthday mails.')).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('radio', { name: 'Reminder before the card ends' }).click();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect
      .element(page.getByText('The mail “Reminder before the card ends” is on its way to bagus@example.test.'))
      .toBeVisible();
    const { body, headers } = await sent('POST /api/member/5/mail');
    expect(body).toEqual({ mail_type: 'expiry-reminder' });
    expect(headers.get('Idempotency-Key')).not.toBeNull();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(async () => (await requests('GET /api/member/5/overview')).length).toBeGreaterThan(1);
  });

  test('that is refused leaves the question open, to be sent again', async () => {
    await openMember();
    answer('POST /api/member/5/mail', () => refusal(409, 'conflict', { message: 'The mail server rests.' }));
    await userEvent.keyboard('4');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect.element(page.getByText('The mail server rests.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Send' })).toBeEnabled();
  });

  test('cannot be chosen where none can be sent: its key says why', async () => {
    await openMember(
      {},
      {
        mails: (['welcome', 'renewal', 'expiry-reminder', 'birthday'] as const).map((mail_type) => ({
          mail_type,
          reason: 'The member wants no mails.',
        })),
      },
    );
    await userEvent.keyboard('4');
    await expect.poll(() => page.getByText('The member wants no mails.').elements().length).toBe(2);
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

describe('the level of a member', () => {
  const dialog = page.getByRole('dialog', { name: 'Set the level of Bagus Santoso' });
  const setLevel = dialog.getByRole('button', { name: 'Set the level' });

  async function openLevel(...opening: Parameters<typeof playMember>): Promise<void> {
    keepRecords('membership', [
      row('membership', 1, { name: 'Laksmira Silver', code: 'SLV', rank: 1 }),
      row('membership', 2, { name: 'Laksmira Gold', code: 'GLD', rank: 2 }),
      row('membership', 3, { name: 'Laksmira Platinum', code: 'PLT', rank: 3 }),
    ]);
    await openMember(...opening);
    await page.getByRole('button', { name: 'More', exact: true }).click();
  }
  const choose = async (name: string) => {
    await dialog.getByRole('combobox', { name: 'Membership' }).fill(name);
    await page.getByRole('option', { name }).click();
    await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  };

  test('is set by hand with a reason, after saying what follows from it', async () => {
    await openLevel();
    answer('POST /api/member/5/membership', { data: {} });
    await page.getByRole('menuitem', { name: 'Set the level…' }).click();
    await setLevel.click();
    await expect.poll(() => dialog.getByText('Please fill this in.').elements().length).toBe(2);
    for (const [name, words] of [
      ['Laksmira Platinum', 'Its vouchers come with it, and a mail goes out.'],
      ['Laksmira Silver', 'It is not higher: no vouchers come with it, and no mail goes out.'],
      ['Laksmira Gold', 'The card stays as it is, and so does the level until the next renewal.'],
      ['Laksmira Platinum', 'A Laksmira Platinum card is issued today, good until 31 Jan 2027'],
    ] as const) {
      await choose(name);
      await expect.element(dialog.getByText(words)).toBeVisible();
    }
    await expectAccessible();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Friend of the house');
    await setLevel.click();
    const { body, headers } = await sent('POST /api/member/5/membership');
    expect(body).toEqual({ membership_id: 3, remark: 'Friend of the house' });
    expect(headers.get('Idempotency-Key')).not.toBeNull();
    await expect
      .element(page.getByText('Bagus Santoso is Laksmira Platinum now, until the next renewal.'))
      .toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('that is refused says so at its field', async () => {
    await openLevel();
    answer('POST /api/member/5/membership', () =>
      refusal(422, 'validation_failed', { errors: { membership_id: ['not_offered_here'] } }),
    );
    await page.getByRole('menuitem', { name: 'Set the level…' }).click();
    await choose('Laksmira Platinum');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Friend of the house');
    await setLevel.click();
    await expect
      .element(dialog.getByRole('combobox', { name: 'Membership' }))
      .toHaveAccessibleDescription(expect.stringContaining('This membership is not sold at this hotel.'));
  });

  test('that exceeds a limit leads to an approval: its own reason, and the level as it was asked for', async () => {
    await openLevel();
    const why = 'A free member’s level needs an approval.';
    answer('POST /api/member/5/membership', () => refusal(409, 'approval_needed', { message: why }));
    answer('POST /api/approval', { data: { ...askedDiscount, kind: 'level', is_own: true, may_decide: false } });
    await page.getByRole('menuitem', { name: 'Set the level…' }).click();
    await choose('Laksmira Platinum');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Friend of the house');
    await setLevel.click();
    const question = page.getByRole('alertdialog');
    await expect.element(question.getByText(why)).toBeVisible();
    await expectAccessible();
    await question.getByRole('textbox', { name: 'Reason' }).fill('A regular guest');
    await question.getByRole('button', { name: 'Ask for approval' }).click();
    const { body, headers } = await sent('POST /api/approval');
    expect(body).toEqual({
      call: 'POST /api/member/{id}/membership',
      path: { id: 5 },
      body: { membership_id: 3, remark: 'Friend of the house' },
      reason: 'A regular guest',
    });
    expect(headers.get('Idempotency-Key')).not.toBeNull();
    await expect.element(page.getByText('You have asked for it. It waits for somebody else to approve.')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('stays unasked where the question about an approval is dismissed', async () => {
    await openLevel();
    answer('POST /api/member/5/membership', () => refusal(409, 'approval_needed'));
    await page.getByRole('menuitem', { name: 'Set the level…' }).click();
    await choose('Laksmira Platinum');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Friend of the house');
    await setLevel.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(setLevel).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Friend of the house');
    expect(await requests('POST /api/approval')).toEqual([]);
  });

  test('cannot be set without a running card, which is said', async () => {
    await openLevel({ card: STANDING.card && { ...STANDING.card, is_running: false } });
    const item = page.getByRole('menuitem', { name: 'Set the level…' });
    await expect.element(item).toHaveAttribute('aria-disabled', 'true');
    await expect.element(item).toMatchTextContent('Only with a running card');
  });
});

test('a call is written down from the menu, and the page is read anew', async () => {
  await openMember();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log a call…' }).click();
  const before = (await requests('GET /api/member/5/overview')).length;
  await page.getByRole('radio', { name: 'Reached' }).click();
  await page.getByRole('button', { name: 'Save the call' }).click();
  await expect
    .poll(async () => (await requests('POST /api/member_call')).at(-1)?.body)
    .toMatchObject({
      member_id: 5,
      outcome: 'reached',
    });
  await expect.poll(async () => (await requests('GET /api/member/5/overview')).length).toBeGreaterThan(before);
});
