import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memberElsewhere, memberFound, playFound, voucherFound } from '../../testing/guests-found.ts';
import { FRONT_DESK } from '../../testing/house.ts';
import { MAY_BUY, MAY_NOTHING, MAY_REDEEM, RENEWED } from '../../testing/member-may.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, held, refusal } from '../../testing/played-server.ts';
import { expectAsked, requests } from '../../testing/requests.ts';

const PATH = '/company/search';
const box = page.getByRole('textbox', { name: 'Name, card, voucher, phone or email', exact: true });
const hits = page.getByRole('main').getByRole('listitem');
const address = () => location.pathname + location.search;
const linksOf = (hit: typeof hits) =>
  hit
    .getByRole('link')
    .elements()
    .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]);
const BAGUS = memberFound({ id: 9, name: 'Bagus Pratama', card: null, standing: 'none', may: MAY_BUY });

describe('a guest', () => {
  test('is found while one types: name as typed, card in groups, the actions', async () => {
    playFound({ members: [memberFound()] });
    await openConsole(PATH);
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('Kusumawardani Ratna');
    await expect.element(hits).toMatchTextContent('Ratna Kusumawardhani');
    for (const text of ['601012341234', 'Laksmira Gold', '2 vouchers available', 'ratna@example.test', 'Active'])
      await expect.element(hits).toMatchTextContent(text);
    await expect
      .poll(() => [...document.querySelectorAll('main mark')].map((mark) => mark.textContent))
      .toEqual(['Ratna']);
    await expect.poll(address).toBe(`${PATH}?q=Kusumawardani+Ratna`);
    await expectAsked('GET /api/search').toEqual({ q: 'Kusumawardani Ratna' });
    expect(linksOf(hits)).toEqual([
      ['Ratna Kusumawardhani', '/company/member/7'],
      ['Redeem: Ratna Kusumawardhani', '/finance/voucher-redeem/wizard/7'],
      ['Renew: Ratna Kusumawardhani', '/finance/transaction/wizard?type=2&member_id=7'],
      ['Post a visit: Ratna Kusumawardhani', '/finance/visit/quick?member_id=7'],
    ]);
  });

  test('without a card can be sold one', async () => {
    playFound({ members: [BAGUS] });
    await openConsole(`${PATH}?q=bagus`);
    await expect.element(hits.getByRole('link', { name: 'Sell: Bagus Pratama' })).toBeVisible();
    await expect.element(hits.getByRole('link', { name: /^Renew/ })).not.toBeInTheDocument();
  });

  test('a guest who renewed already and has nothing to redeem is offered neither, with the reason', async () => {
    playFound({ members: [memberFound({ may: MAY_NOTHING })] });
    await openConsole(`${PATH}?q=ratna`);
    for (const [name, reason] of [
      ['Renew: Ratna Kusumawardhani', RENEWED],
      ['Redeem: Ratna Kusumawardhani', 'No voucher can be redeemed now.'],
    ] as const) {
      const action = hits.getByRole('button', { name });
      await expect.element(action).toHaveAttribute('aria-disabled', 'true');
      await expect.element(action).toHaveAccessibleDescription(reason);
      await action.click({ force: true });
      await expect.element(page.getByRole('status').getByText(reason)).toBeVisible();
    }
    await expect.poll(address).toBe(`${PATH}?q=ratna`);
  });

  test('of another hotel is told as such, with nothing private, and can only be redeemed for', async () => {
    playFound({ members: [memberElsewhere()] });
    await openConsole(`${PATH}?q=601012341234`, { user: FRONT_DESK });
    await expect.element(hits).toMatchTextContent('Guest of another hotel: Laksmira Sanggar Ubud');
    expect(linksOf(hits)).toEqual([
      ['Made Tetangga', '/finance/voucher-redeem/wizard/8'],
      ['Redeem: Made Tetangga', '/finance/voucher-redeem/wizard/8'],
    ]);
  });

  test('is only looked at by a user who may do nothing else', async () => {
    playFound({ members: [memberFound({ may: MAY_REDEEM })] });
    await openConsole(`${PATH}?q=ratna`, { user: { ...FRONT_DESK, roles: ['VIEW_SEARCH'] } });
    await expect.element(hits).toMatchTextContent('Ratna Kusumawardhani');
    expect(linksOf(hits)).toEqual([]);
  });

  test('a person who is not found can be sold a membership, with the typed text, by users who may sell', async () => {
    playFound();
    await openConsole(`${PATH}?q=Zzyzzx%20Qqrst`);
    await expect
      .element(page.getByRole('link', { name: 'Sell a membership to a new guest' }))
      .toHaveAttribute('href', '/finance/transaction/wizard?q=Zzyzzx+Qqrst');
    await openConsole(`${PATH}?q=Zzyzzx`, { user: { ...FRONT_DESK, roles: ['VIEW_SEARCH'] } });
    await expect.element(page.getByText('Nobody is found by “Zzyzzx”.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^Sell a membership to/ })).not.toBeInTheDocument();
  });

  test('is not looked for by one letter', async () => {
    await openConsole(`${PATH}?q=x`);
    await expect.element(page.getByText('Find a guest or a voucher')).toBeVisible();
    expect(await requests('GET /api/search')).toEqual([]);
  });
});

describe('a voucher', () => {
  test('is found with whose it is, before the members, and leads to its redemption', async () => {
    playFound({ members: [memberFound()], vouchers: [voucherFound()] });
    await openConsole(`${PATH}?q=2026%200000%200021`);
    const group = page.getByRole('region', { name: 'Vouchers', exact: true });
    await expect.element(group.getByRole('listitem')).toMatchTextContent('202600000021');
    await expect.element(group.getByRole('listitem')).toMatchTextContent('Ratna Kusumawardhani');
    await expect
      .element(group.getByRole('link', { name: 'Redeem: Birthday cake' }))
      .toHaveAttribute('href', '/finance/voucher-redeem/wizard/7/21');
    await expect.element(page.getByRole('region', { name: 'Members', exact: true })).toMatchTextContent('Ratna');
    expect(hits.first().element().textContent).toContain('Birthday cake');
    await expect.element(page.getByText('Members: 1. Vouchers: 1.')).toBeInTheDocument();
  });

  test('has its name in Indonesian there', async () => {
    playFound({ vouchers: [voucherFound()] });
    await openConsole(`${PATH}?q=202600000021`, { language: 'id' });
    await expect.element(page.getByRole('link', { name: 'Tukar voucher: Kue ulang tahun' })).toBeVisible();
  });

  test('that cannot be redeemed says why, and leads to its record alone', async () => {
    // Its state does not name its hotels: only the server knows the counter's answer.
    const redeem = 'This voucher can only be redeemed at Laksmira Sanggar Ubud.';
    playFound({ vouchers: [voucherFound({ may: { redeem } })] });
    await openConsole(`${PATH}?q=202600000021`);
    const action = hits.getByRole('button', { name: 'Redeem: Birthday cake' });
    await expect.element(action).toHaveAttribute('aria-disabled', 'true');
    await expect.element(action).toHaveAccessibleDescription(redeem);
    expect(linksOf(hits)).toEqual([['Birthday cake', '/company/member-voucher/21']]);
  });

  test('is not offered to who redeems none', async () => {
    playFound({ vouchers: [voucherFound()] });
    await openConsole(`${PATH}?q=202600000021`, { user: { roles: ['VIEW_SEARCH', 'VIEW_MEMBER_VOUCHER'] } });
    await expect.element(hits).toMatchTextContent('Birthday cake');
    expect(hits.getByRole('button').elements()).toEqual([]);
    expect(linksOf(hits)).toEqual([['Birthday cake', '/company/member-voucher/21']]);
  });
});

describe('the keyboard is enough', () => {
  test('arrows walk through the hits, Escape goes back to the box and empties it', async () => {
    playFound({ members: [BAGUS, memberFound()] });
    await openConsole(PATH);
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('kus');
    const bagus = page.getByRole('link', { name: 'Bagus Pratama', exact: true });
    const ratna = page.getByRole('link', { name: 'Ratna Kusumawardhani', exact: true });
    await expect.element(ratna).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(bagus).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(ratna).toHaveFocus();
    await userEvent.tab();
    await expect.element(page.getByRole('link', { name: 'Redeem: Ratna Kusumawardhani' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(box).toHaveValue('');
    await expect.poll(address).toBe(PATH);
  });

  test('Enter waits for the answer, and opens what stands first then', async () => {
    const wait = held(() => HttpResponse.json({ data: { members: [BAGUS], vouchers: [] } }));
    playFound({ members: [memberFound()] });
    await openConsole(`${PATH}?q=ratna`);
    await expect.element(hits).toMatchTextContent('Ratna');
    answer('GET /api/search', wait.resolver);
    await box.fill('bagus');
    await userEvent.keyboard('{Enter}');
    await expectAsked('GET /api/search').toMatchObject({ q: 'bagus' });
    // The earlier answer stays in sight until the next one is there.
    await expect.element(hits).toMatchTextContent('Ratna');
    expect(location.pathname).toBe(PATH);
    wait.release();
    await expect.poll(address).toBe('/company/member/9');
  });
});

test('a search that fails is said, and tried again', async () => {
  answer('GET /api/search', () => refusal(500, 'internal_error'));
  await openConsole(`${PATH}?q=ratna`);
  await expect.element(page.getByRole('alert')).toMatchTextContent('This could not be loaded.');
  playFound({ members: [memberFound()] });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(hits).toMatchTextContent('Ratna Kusumawardhani');
});

test('on a phone everything is under the thumb', async () => {
  await page.viewport(390, 844);
  playFound({ members: [memberFound()] });
  await openConsole(PATH);
  await box.fill('ratna');
  await expect.element(hits).toMatchTextContent('Ratna');
  const actions = hits.getByRole('link', { name: /: / }).elements();
  expect(actions).toHaveLength(3);
  for (const action of actions) expect(action.getBoundingClientRect().height).toBeGreaterThanOrEqual(36);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.element(box).toHaveValue('');
  await expect.element(box).toHaveFocus();
});
