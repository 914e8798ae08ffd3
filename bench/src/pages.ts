import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Page, type Response, chromium } from '@playwright/test';
import { demoAccounts } from '@innkeeper/demo/accounts';
import { CHROMIUM_ARGS, ensureChromium } from '../../scripts/chromium.mjs';
import { ensureConsole } from '../../scripts/prepare.mjs';
import {
  measureTimeToChange,
  measureTimeToHeading,
  measureTimeToRows,
  trackFormReady,
  trackRows,
  waitUntilIdle,
} from './page-timing.ts';
import { startApp } from './app.ts';
import type { Row } from './row.ts';
import { percentile } from './statistics.ts';

const CPU_SLOWDOWN = 4;
/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip: "fast 3G" of Lighthouse and WebPageTest. */
const FAST_3G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const ATTEMPTS = 3;

/** Measures the pages that people wait for, with the demonstration in its embedded database. */
export async function measurePages(): Promise<Row[]> {
  if (!(await ensureConsole())) throw new Error('The console could not be built');
  const executablePath = await ensureChromium();
  if (!executablePath) throw new Error('There is no Chromium');
  const dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-bench-'));
  try {
    const seedingApp = await startApp({ DATA_DIR: dataDir });
    await seedingApp.stop();
    const app = await startApp({ DATA_DIR: dataDir });
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
    try {
      return [
        createRow('demo-second-start', 'second start of the demonstration', app.startupMs, 'ms', 5_000),
        ...(await measureSignIn(browser, app.address)),
        ...(await measureList(browser, app.address)),
        ...(await measureColdList(browser, app.address)),
      ];
    } finally {
      await browser.close();
      await app.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const createRow = (name: string, work: string, value: number, unit: Row['unit'], target: number): Row => ({
  name,
  work,
  result: `${Math.round(value)} ${unit}`,
  value,
  unit,
  target,
});

/** Opens a page in a browser with an empty cache, on a slow machine and a slow network. */
async function openSlowPage(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', FAST_3G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}

async function measureSignIn(browser: Browser, address: string): Promise<Row[]> {
  const times: number[] = [];
  let scriptKilobytes = 0;
  for (let n = 0; n < ATTEMPTS; n++) {
    const page = await openSlowPage(browser, address);
    const scripts = collectScripts(page);
    const waitForForm = await trackFormReady(page);
    await page.goto('/login');
    times.push(await waitForForm());
    await waitUntilIdle(page);
    scriptKilobytes = await gzipKilobytes(scripts);
    await page.context().close();
  }
  return [
    createRow('sign-in-interactive', 'sign-in page interactive', Math.min(...times), 'ms', 1_500),
    createRow('sign-in-script', 'sign-in page: script, gzip', scriptKilobytes, 'kB', 165),
  ];
}

/** Each list is opened only once: the browser caches a list that was shown before. */
const SORT_COLUMNS = ['Name', 'ID', 'Email', 'Phone', 'Valid until'];

async function measureList(browser: Browser, address: string): Promise<Row[]> {
  const paintTimes: number[] = [];
  const responseTimes = { sorting: [] as number[], paging: [] as number[], typing: [] as number[] };
  let scriptKilobytes = 0;
  for (let n = 0; n < ATTEMPTS; n++) {
    const page = await openSlowPage(browser, address);
    const scripts = collectScripts(page);
    await signIn(page);
    await waitUntilIdle(page);
    const menu = page.getByRole('navigation', { name: 'Main navigation' });
    paintTimes.push(
      await measureTimeToRows(page, () => menu.getByRole('link', { name: 'Members', exact: true }).click()),
    );
    await waitUntilIdle(page);
    scriptKilobytes = await gzipKilobytes(scripts);
    const columnHeader = (column: string) =>
      page.getByRole('columnheader').getByRole('button', { name: column, exact: true });
    for (const column of SORT_COLUMNS) {
      responseTimes.sorting.push(await measureTimeToChange(page, () => columnHeader(column).click()));
    }
    for (let p = 0; p < 3; p++) {
      responseTimes.paging.push(
        await measureTimeToChange(page, () => page.getByRole('button', { name: 'Next page' }).click()),
      );
    }
    const search = page.getByRole('searchbox', { name: 'Search this list' });
    for (const letters of ['sa', 'wi', 'ra'])
      responseTimes.typing.push(await measureTimeToChange(page, () => search.fill(letters)));
    await page.context().close();
  }
  const median = (times: readonly number[]) =>
    percentile(
      times.toSorted((a, b) => a - b),
      0.5,
    );
  return [
    createRow('list-painted', 'list painted after the click', Math.min(...paintTimes), 'ms', 1_000),
    createRow('list-script', 'list: script in all, gzip', scriptKilobytes, 'kB', 250),
    ...Object.entries(responseTimes).map(([action, times]) =>
      createRow(
        `list-${action}`,
        `${action}: on screen after the server's answer, middle of ${times.length}`,
        median(times),
        'ms',
        100,
      ),
    ),
  ];
}

/** Opens the list of members as a bookmark does: signed in, with an empty cache; then opens a member. */
async function measureColdList(browser: Browser, address: string): Promise<Row[]> {
  const times = { list: [] as number[], member: [] as number[] };
  let list: Transfer = NO_TRANSFER;
  let member: Transfer = NO_TRANSFER;
  for (let n = 0; n < ATTEMPTS; n++) {
    const page = await openSlowPage(browser, address);
    await signIn(page);
    await waitUntilIdle(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.clearBrowserCache');
    const readTransfer = recordTransfers(page);
    const waitForRows = await trackRows(page);
    await page.goto('/company/member');
    times.list.push(await waitForRows());
    await waitUntilIdle(page);
    list = await readTransfer();
    const firstGuest = page.locator('[role=row][aria-rowindex="3"]').getByRole('link').first();
    times.member.push(await measureTimeToHeading(page, () => firstGuest.click()));
    await waitUntilIdle(page);
    const total = await readTransfer();
    member = { ...total, kilobytes: total.kilobytes - list.kilobytes };
    await page.context().close();
  }
  return [
    createRow('cold-list', 'list opened with a session and an empty cache', Math.min(...times.list), 'ms', 2_000),
    createRow('cold-list-requests', 'the same: requests', list.requests, 'requests', 12),
    createRow('cold-list-json', 'the same: JSON of the API, uncompressed', list.jsonKilobytes, 'kB', 40),
    createRow('member-page', 'member page after the click', Math.min(...times.member), 'ms', 1_000),
    createRow('member-page-transfer', 'member page: transferred besides the list', member.kilobytes, 'kB', 80),
  ];
}

/** What a page has received since it was opened, in kB of 1,000 bytes. */
interface Transfer {
  readonly requests: number;
  readonly kilobytes: number;
  readonly jsonKilobytes: number;
}
const NO_TRANSFER: Transfer = { requests: 0, kilobytes: 0, jsonKilobytes: 0 };

/** Records every response of a page from now on; the returned function adds them up. */
function recordTransfers(page: Page): () => Promise<Transfer> {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  return async () => {
    const sizes = await Promise.all(
      responses.map(async (response) => {
        const { responseBodySize } = await response.request().sizes();
        const isJson = response.headers()['content-type']?.includes('json') ?? false;
        return { transferred: responseBodySize, json: isJson ? (await response.body()).byteLength : 0 };
      }),
    );
    const sum = (read: (size: (typeof sizes)[number]) => number) =>
      sizes.reduce((total, size) => total + read(size), 0) / 1000;
    return {
      requests: sizes.length,
      kilobytes: sum(({ transferred }) => transferred),
      jsonKilobytes: sum(({ json }) => json),
    };
  };
}

async function signIn(page: Page): Promise<void> {
  const account = demoAccounts[0];
  await page.goto('/login');
  await page.getByRole('textbox', { name: /^Email/ }).fill(account?.username ?? '');
  await page.locator('input[name=password]').fill(account?.password ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL(/dashboard/);
}

/** URLs of the scripts that a page loads, in order. */
function collectScripts(page: Page): ReadonlySet<string> {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (/\.js($|\?)/.test(response.url())) scripts.add(response.url());
  });
  return scripts;
}

/** The transfer size of files for a browser that accepts gzip, in kB of 1,000 bytes. */
async function gzipKilobytes(addresses: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...addresses].map(gzipBytes));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000;
}

/** Counts the body's bytes as received; `fetch` would decompress them first. */
function gzipBytes(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    }).on('error', reject);
  });
}
