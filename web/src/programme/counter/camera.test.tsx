import encodeQR from 'qr';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { counterGuest, playCounter, playOneHotel } from '../../testing/counter.ts';
import { FRONT_DESK } from '../../testing/house.ts';
import { LOOKS } from '../../testing/looks.ts';
import { type Opening, openConsole } from '../../testing/open-console.tsx';
import { requests } from '../../testing/requests.ts';
import { counterBox } from '../../testing/scanner.ts';

const CARD = '6010123412341234';
const words = {
  en: { scan: 'Scan with the camera', close: 'Close', hold: 'Hold the code of the card before the camera.' },
  id: { scan: 'Pindai dengan kamera', close: 'Tutup', hold: 'Arahkan kode pada kartu ke kamera.' },
};
const dialog = page.getByRole('dialog');

/** The picture of a camera that is held at a code; null: at nothing. */
function seen(code: () => string | null): MediaStream {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 320;
  const context = canvas.getContext('2d');
  const stream = canvas.captureStream(30);
  // Encoded once: a camera shows the same thirty times a second, in a page that has other things to do.
  let encoded: { text: string; rows: readonly (readonly boolean[])[] } | undefined;
  const draw = () => {
    if (!context || stream.getTracks().every((track) => track.readyState === 'ended')) return;
    context.fillStyle = 'white';
    context.fillRect(0, 0, 320, 320);
    context.fillStyle = 'black';
    const text = code();
    if (text !== null && encoded?.text !== text) encoded = { text, rows: encodeQR(text, 'raw') };
    const rows = text === null ? [] : (encoded?.rows ?? []);
    rows.forEach((row, y) => row.forEach((dark, x) => dark && context.fillRect(20 + x * 8, 20 + y * 8, 8, 8)));
    requestAnimationFrame(draw);
  };
  draw();
  return stream;
}

/** Each request for a camera gets a stream of its own; gives the streams so far, and the requests. */
function playCamera(code: () => string | null = () => null) {
  const streams: MediaStream[] = [];
  const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const stream = seen(code);
    streams.push(stream);
    return stream;
  });
  return { streams, asked };
}
const statesOf = (streams: readonly MediaStream[]) => [
  ...new Set(streams.flatMap((stream) => stream.getTracks()).map((track) => track.readyState)),
];

beforeEach(() => playOneHotel());

async function open(opening: Opening = {}): Promise<void> {
  await openConsole('/finance/voucher-redeem/wizard', { user: FRONT_DESK, ...opening });
  await expect.element(counterBox()).toHaveFocus();
  await page.getByRole('button', { name: words[opening.language ?? 'en'].scan }).click();
}

describe('the camera', () => {
  test('reads the card that a guest holds before it, finds the guest and is switched off', async () => {
    let code: string | null = null;
    const { streams, asked } = playCamera(() => code);
    playCounter(counterGuest({}, { vouchers: counterGuest().vouchers.slice(1) }));
    await open();
    await expect.element(page.getByText('Hold the code of the card before the camera.')).toBeVisible();
    expect(asked).toHaveBeenCalledWith({ video: { facingMode: 'environment' } });
    code = CARD;
    await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
    await expect.element(counterBox()).toHaveValue(CARD);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveFocus();
    expect(statesOf(streams)).toEqual(['ended']);
    expect(await requests('GET /api/voucher_redeem/counter')).toHaveLength(1);
  });

  test('is switched off when its picture is closed, and nobody is asked for', async () => {
    const { streams } = playCamera();
    await open();
    await expect.element(page.getByLabelText('What the camera sees')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => statesOf(streams)).toEqual(['ended']);
    await expect.element(page.getByRole('button', { name: 'Scan with the camera' })).toHaveFocus();
    expect(await requests('GET /api/voucher_redeem/counter')).toEqual([]);
  });

  for (const [name, says] of [
    ['NotAllowedError', 'The camera may not be used. Allow it in the browser, or type the number.'],
    ['NotFoundError', 'No camera was found. Type the number.'],
    ['NotReadableError', 'The camera cannot be used now. Type the number.'],
  ] as const)
    test(`says why it sees nothing: ${name}`, async () => {
      vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', name));
      await open();
      await expect.element(dialog.getByRole('alert')).toHaveTextContent(says);
      await expectAccessible();
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog).not.toBeInTheDocument();
    });

  for (const { language, theme, width, height } of LOOKS)
    test(`says where to hold the card: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      playCamera();
      await open({ language, theme });
      await expect.element(page.getByText(words[language].hold)).toBeVisible();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await page.getByRole('button', { name: words[language].close }).click();
      await expect.element(dialog).not.toBeInTheDocument();
    });
});
