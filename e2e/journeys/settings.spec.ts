import { expectAccessible } from '../src/accessibility.ts';
import { expect, expectSettingsSaved, test } from '../src/test.ts';
import { requestSession } from '../src/session.ts';
import { answerUser, settingsOf } from '../src/user-answer.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const kept = () => JSON.parse(localStorage.getItem('innkeeper.settings') ?? 'null') as unknown;

test('the settings panel has Layout style, layout options, Theme for main, navbar, toolbar and footer, and Custom Scrollbars', async ({
  page,
  enter,
}) => {
  await enter('/company/dashboard');
  const button = page.getByRole('button', { name: 'Settings' });
  await button.click();
  const panel = page.getByRole('dialog', { name: 'Settings' });
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText(['Layout style', 'Theme', 'Custom Scrollbars']);
  await expect(panel.getByRole('radiogroup', { name: 'Layout style' }).getByRole('radio')).toHaveCount(3);
  for (const area of ['Main', 'Navbar', 'Toolbar', 'Footer'])
    await expect(panel.getByRole('radiogroup', { name: area, exact: true }).getByRole('radio')).toHaveCount(11);
  await expectAccessible(page);
  // Each layout has options of its own.
  await expect(panel.getByRole('checkbox', { name: 'Fold it to icons' })).toBeVisible();
  await panel.getByRole('radio', { name: 'Horizontal container' }).click();
  await expect(panel.getByRole('checkbox', { name: 'Fold it to icons' })).toHaveCount(0);
  // An option that would mean nothing is not there.
  await panel.getByRole('checkbox', { name: 'Show the footer' }).click();
  await expect(panel.getByRole('radiogroup', { name: 'When scrolling' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
});

test('the settings button and the panel appear only for users with an email', async ({ page }) => {
  await answerUser(page, { email: '' });
  await page.goto('/company/dashboard');
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Settings' })).toHaveCount(0);
});

test('everything is set by keys alone', async ({ page, enter }) => {
  await enter('/company/dashboard');
  await page.getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Settings' });
  await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('radio', { name: 'Vertical' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(panel.getByRole('radio', { name: 'Horizontal', exact: true })).toBeChecked();
  await panel.getByRole('radiogroup', { name: 'Main', exact: true }).getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'porcelain');
  await panel.getByRole('checkbox', { name: 'Slim, in the colours of the theme' }).focus();
  await page.keyboard.press('Space');
  await expect(page.locator('html')).toHaveAttribute('data-scrollbars', 'system');
});

test('it saves to the user: multipart, a JSON string named settings, a second after the last change', async ({
  page,
  enter,
}) => {
  const bodies: string[] = [];
  await page.clock.install();
  await enter('/company/dashboard');
  await page.route('**/api/user/settings', (route) => {
    bodies.push(`${route.request().headers()['content-type']}\n${route.request().postData()}`);
    return route.fulfill({ json: { data: {} } });
  });
  await page.getByRole('button', { name: 'Settings' }).click();
  const panel = page.getByRole('dialog', { name: 'Settings' });
  await expect(panel).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 10_000));
  await panel.getByRole('radio', { name: 'Sand' }).first().click();
  await page.clock.runFor(900);
  await panel.getByRole('radio', { name: 'Teak' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'teak');
  await page.clock.runFor(999);
  expect(bodies).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => bodies.length).toBe(1);
  expect(bodies[0]).toMatch(/^multipart\/form-data; /);
  const settings = /name="settings"\r\n\r\n(.*)\r\n/.exec(bodies[0] ?? '')?.[1];
  expect(JSON.parse(settings ?? '')).toMatchObject({ themes: { main: 'teak' }, layout: { style: 'layout1' } });
});

test('the guest role keeps settings locally only', async ({ page, enter }) => {
  let saves = 0;
  await answerUser(page, { role: 'guest' });
  await page.route('**/api/user/settings', (route) => {
    saves += 1;
    return route.fulfill({ json: { data: {} } });
  });
  await page.clock.install();
  await enter('/dashboard');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Night' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
  await page.clock.runFor(10_000);
  expect(saves).toBe(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
});

test.describe('where saving fails', () => {
  test.use({ expectedErrors: [/500|ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  test('it is said once, and tried again when the network is back', async ({ page, context, enter }) => {
    await enter('/company/dashboard');
    await page.getByRole('button', { name: 'Settings' }).click();
    const panel = page.getByRole('dialog', { name: 'Settings' });
    await expect(panel).toBeVisible();
    await context.setOffline(true);
    await panel.getByRole('radio', { name: 'Orchid' }).first().click();
    await expect(page.getByText('Network Error.')).toBeVisible();
    await context.setOffline(false);
    await expectSettingsSaved(page);
    expect(await page.evaluate(kept)).toMatchObject({ themes: { main: 'orchid' } });
  });

  test('a reload does not lose what has not arrived', async ({ page, enter }) => {
    await enter('/company/dashboard');
    await page.route('**/api/user/settings', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').getByRole('radio', { name: 'Ink' }).first().click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.unroute('**/api/user/settings');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'ink');
    await expectSettingsSaved(page);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'ink');
  });
});

test('a change less than a second before the page is left is not lost', async ({ page, enter, request, user }) => {
  await enter('/company/dashboard');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Lagoon' }).first().click();
  await page.goto('about:blank');
  const { access_token } = await requestSession(request, user.username, user.password);
  await expect(async () => {
    const answer = await request.get('/api/user', { headers: { authorization: `Bearer ${access_token}` } });
    expect(await answer.json()).toMatchObject({ data: { data: { settings: { themes: { main: 'lagoon' } } } } });
  }).toPass({ timeout: 5_000 });
});

test('reset takes back what the panel shows, and can be taken back itself', async ({ page, enter }) => {
  await page.clock.install();
  await answerUser(page, { settings: settingsOf({ style: 'layout2', themes: { main: 'forest', navbar: 'sand' } }) });
  await enter('/company/dashboard');
  await page.getByRole('button', { name: 'Settings' }).click();
  const panel = page.getByRole('dialog', { name: 'Settings' });
  await expect(panel).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 10_000));
  await panel.getByRole('button', { name: 'Reset to default' }).click();
  await expect(panel.getByRole('radio', { name: 'Vertical' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('radio', { name: 'Horizontal', exact: true })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'forest');
  await expect(page.locator('nav[data-theme=sand]')).toBeVisible();
});

test('two tabs look alike', async ({ page, context, enter }) => {
  await enter('/company/dashboard');
  const other = await context.newPage();
  await other.goto('/company/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Porcelain' }).first().click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'porcelain');
});
