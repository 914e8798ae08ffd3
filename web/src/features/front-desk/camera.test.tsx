import encodeQR from 'qr';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { type ConsoleOptions, openConsole } from '../../testing/open-console.tsx';
import { findRequests } from '../../testing/requests.ts';
import { deskSearchBox } from '../../testing/scanner.ts';

const CARD_NUMBER = '6010123412341234';
const LABELS = {
  en: { scan: 'Scan with camera', close: 'Close', hold: 'Hold the card’s code in front of the camera.' },
  id: { scan: 'Pindai dengan kamera', close: 'Tutup', hold: 'Arahkan kode pada kartu ke kamera.' },
};
const dialog = page.getByRole('dialog');

/** The stream of a camera pointed at a code; null means no code. */
function createStream(code: () => string | null): MediaStream {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 320;
  const context = canvas.getContext('2d');
  const stream = canvas.captureStream(30);
  // The code is encoded once, because thirty times a second would slow the page down.
  let encodedCode: { text: string; rows: readonly (readonly boolean[])[] } | undefined;
  const drawFrame = () => {
    if (!context || stream.getTracks().every((track) => track.readyState === 'ended')) return;
    context.fillStyle = 'white';
    context.fillRect(0, 0, 320, 320);
    context.fillStyle = 'black';
    const text = code();
    if (text !== null && encodedCode?.text !== text) encodedCode = { text, rows: encodeQR(text, 'raw') };
    const rows = text === null ? [] : (encodedCode?.rows ?? []);
    rows.forEach((row, y) => row.forEach((isDark, x) => isDark && context.fillRect(20 + x * 8, 20 + y * 8, 8, 8)));
    requestAnimationFrame(drawFrame);
  };
  drawFrame();
  return stream;
}

/** Every camera request gets its own stream. Returns the streams so far and the requests. */
function mockCamera(code: () => string | null = () => null) {
  const streams: MediaStream[] = [];
  const cameraRequest = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const stream = createStream(code);
    streams.push(stream);
    return stream;
  });
  return { streams, cameraRequest };
}
const trackStates = (streams: readonly MediaStream[]) => [
  ...new Set(streams.flatMap((stream) => stream.getTracks()).map((track) => track.readyState)),
];

beforeEach(() => mockOneHotel());

async function openCamera(options: ConsoleOptions = {}): Promise<void> {
  await openConsole('/finance/voucher-redeem/wizard', { user: FRONT_DESK, ...options });
  await expect.element(deskSearchBox()).toHaveFocus();
  await page.getByRole('button', { name: LABELS[options.language ?? 'en'].scan }).click();
}

describe('the camera', () => {
  test("reads the guest's card, finds the guest and switches off", async () => {
    let code: string | null = null;
    const { streams, cameraRequest } = mockCamera(() => code);
    mockDesk(deskGuest({}, { vouchers: deskGuest().vouchers.slice(1) }));
    await openCamera();
    await expect.element(page.getByText('Hold the card’s code in front of the camera.')).toBeVisible();
    expect(cameraRequest).toHaveBeenCalledWith({ video: { facingMode: 'environment' } });
    code = CARD_NUMBER;
    await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
    await expect.element(deskSearchBox()).toHaveValue(CARD_NUMBER);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveFocus();
    expect(trackStates(streams)).toEqual(['ended']);
    expect(await findRequests('GET /api/voucher_redeem/counter')).toHaveLength(1);
  });

  test('switches off when closed, and looks up no guest', async () => {
    const { streams } = mockCamera();
    await openCamera();
    await expect.element(page.getByLabelText('Camera view')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => trackStates(streams)).toEqual(['ended']);
    await expect.element(page.getByRole('button', { name: 'Scan with camera' })).toHaveFocus();
    expect(await findRequests('GET /api/voucher_redeem/counter')).toEqual([]);
  });

  for (const [name, errorText] of [
    ['NotAllowedError', 'Camera access is blocked. Allow it in the browser, or enter the number.'],
    ['NotFoundError', 'No camera found. Enter the number.'],
    ['NotReadableError', 'The camera is not available. Enter the number.'],
  ] as const)
    test(`shows the reason if there is no picture: ${name}`, async () => {
      vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', name));
      await openCamera();
      await expect.element(dialog.getByRole('alert')).toHaveTextContent(errorText);
      await expectAccessible();
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog).not.toBeInTheDocument();
    });

  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`shows where to hold the card: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      mockCamera();
      await openCamera({ language, theme });
      await expect.element(page.getByText(LABELS[language].hold)).toBeVisible();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await page.getByRole('button', { name: LABELS[language].close }).click();
      await expect.element(dialog).not.toBeInTheDocument();
    });
});
