import { chromium } from 'playwright-core';
const base = 'http://127.0.0.1:8132';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
async function session({ width, height, language, theme, user = 'admin@innkeeper.test' }) {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB', timezoneId: 'Asia/Jakarta' });
  await context.addInitScript(([l, t]) => {
    localStorage.setItem('innkeeper.settings', JSON.stringify({ themes: { main: t }, language: l }));
    localStorage.setItem('innkeeper.language', l);
  }, [language, theme]);
  const page = await context.newPage();
  page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
  page.on('pageerror', (e) => console.log('pageerror', e.message));
  await page.goto(`${base}/login`);
  await page.locator('input').first().fill(user);
  await page.locator('input[type=password]').fill('innkeeper-demo');
  await page.keyboard.press('Enter');
  await page.waitForURL((u) => !u.pathname.startsWith('/login'), { timeout: 60000 });
  return page;
}
const shot = async (page, name) => { await page.waitForTimeout(1200); await page.screenshot({ path: `/tmp/h2-${name}.png` }); console.log(name, page.url()); };
const desk = await session({ width: 1440, height: 900, language: 'en', theme: 'light' });
await desk.goto(`${base}/company/member`); await desk.waitForTimeout(2500);
await desk.keyboard.press('?'); await shot(desk, 'help-en');
await desk.goto(`${base}/help`); await shot(desk, 'guide-en');
await desk.goto(`${base}/help#approvals`); await shot(desk, 'guide-hash');
await desk.goto(`${base}/report/overview`); await desk.waitForTimeout(4000);
const why = desk.locator('summary'); console.log('summaries', await why.count());
if (await why.count()) { for (let i = 0; i < Math.min(3, await why.count()); i++) await why.nth(i).click(); await why.first().scrollIntoViewIfNeeded(); }
await shot(desk, 'overview-en');
const link = desk.locator('details a').first();
if (await link.count()) { console.log(await link.innerText()); await link.click(); await desk.waitForTimeout(3000); await shot(desk, 'gap-target'); }
await desk.goto(`${base}/company/dashboard`); await desk.waitForTimeout(3000);
await desk.keyboard.press('Control+k'); await desk.waitForTimeout(1500); await shot(desk, 'palette-en');
const placeholder = await desk.locator('[role=combobox][placeholder]').last().getAttribute('placeholder'); console.log(placeholder);
const surname = /“(\S+?)”/.exec(placeholder ?? '')?.[1] ?? 'wijaya';
await desk.keyboard.type(surname); await desk.waitForTimeout(2500);
for (let i = 0; i < 12; i++) { if ((await desk.locator('[role=option][aria-selected=true] kbd').count()) > 0) break; await desk.keyboard.press('ArrowDown'); }
await desk.keyboard.press('ArrowRight'); await shot(desk, 'palette-verbs');
const phone = await session({ width: 390, height: 844, language: 'id', theme: 'dark' });
await phone.goto(`${base}/help`); await shot(phone, 'guide-id');
await phone.goto(`${base}/help?q=voucher`); await shot(phone, 'guide-search-id');
await phone.goto(`${base}/company/member`); await phone.waitForTimeout(2500);
await phone.locator('header button').first().click(); await phone.waitForTimeout(1000); await shot(phone, 'drawer-id');
await phone.getByRole('button', { name: 'Bantuan', exact: true }).last().click(); await shot(phone, 'help-id');
await phone.goto(`${base}/report/overview`); await phone.waitForTimeout(4000);
const why2 = phone.locator('summary'); if (await why2.count()) { await why2.first().click(); await why2.first().scrollIntoViewIfNeeded(); }
await shot(phone, 'overview-id');
const dark = await session({ width: 1440, height: 900, language: 'id', theme: 'dark', user: process.argv[2] ?? 'admin@innkeeper.test' });
await dark.goto(`${base}/help#role_group`); await shot(dark, 'guide-dark-id');
await dark.goto(`${base}/report/overview`); await dark.waitForTimeout(4000); await shot(dark, 'overview-hotel-id');
await browser.close();
