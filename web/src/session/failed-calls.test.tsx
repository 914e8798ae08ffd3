import type { Language } from '@innkeeper/contract';
import type { HttpResponseResolver } from 'msw';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { visibleMessages } from '../testing/messages.ts';
import { openConsole } from '../testing/open-console.tsx';
import { HttpResponse, mockResponse, networkError, recordsOf } from '../testing/mock-server.ts';

/** One entry of the specification's error catalogue. */
interface ErrorCase {
  readonly title: string;
  readonly resolver: HttpResponseResolver;
  readonly variant: 'error' | 'warning';
  readonly en: string;
  readonly id: string;
}

const respondWith =
  (status: number, body: Record<string, unknown> = {}): HttpResponseResolver =>
  () =>
    HttpResponse.json(body, { status });

const SERVER_MESSAGE = 'Kamar sedang dibersihkan.';
const CASES: readonly ErrorCase[] = [
  {
    title: 'status 404',
    resolver: respondWith(404),
    variant: 'error',
    en: 'Api Route is missing or undefined',
    id: 'Rute API tidak ada atau tidak dikenal',
  },
  {
    title: 'status 405',
    resolver: respondWith(405),
    variant: 'error',
    en: 'Method not Allowed',
    id: 'Metode tidak diizinkan',
  },
  {
    title: 'status 429',
    resolver: respondWith(429),
    variant: 'error',
    en: 'Too Many Requests, please try again..',
    id: 'Terlalu banyak permintaan, silakan coba lagi..',
  },
  {
    title: 'another status with a message',
    resolver: respondWith(503, { message: SERVER_MESSAGE }),
    variant: 'error',
    en: SERVER_MESSAGE,
    id: SERVER_MESSAGE,
  },
  {
    title: 'another status without a message',
    resolver: respondWith(500),
    variant: 'error',
    en: 'Internal Server Error',
    id: 'Terjadi kesalahan pada server',
  },
  {
    title: 'an unreadable response',
    resolver: () => HttpResponse.html('<h1>Bad Gateway</h1>', { status: 502 }),
    variant: 'error',
    en: 'Unknown Error',
    id: 'Kesalahan tidak dikenal',
  },
  {
    title: 'the code invalid_grant',
    resolver: respondWith(400, { error: 'invalid_grant' }),
    variant: 'error',
    en: 'Oops! Invalid Username or Password',
    id: 'Ups! Nama pengguna atau kata sandi salah',
  },
  {
    title: 'a missing response',
    resolver: networkError,
    variant: 'warning',
    en: 'Network Error.',
    id: 'Jaringan bermasalah.',
  },
];

const LANGUAGES: readonly Language[] = ['en', 'id'];

describe('a failed call', () => {
  for (const language of LANGUAGES)
    for (const { title, resolver, variant, ...texts } of CASES)
      test(`shows the catalogue’s message for ${title}, in ${language}`, async () => {
        await openConsole('/system/region/1', { language });
        const nameInput = page.getByRole('textbox', { name: /^(Name|Nama)/ }).first();
        await nameInput.fill('Java and Madura');
        mockResponse('POST /api/region/1', resolver);
        await userEvent.keyboard('{Control>}s{/Control}');
        await expect.poll(visibleMessages).toEqual([[variant, texts[language]]]);
        const alert = page.getByRole('alert').filter({ hasText: texts[language] });
        if (variant === 'error') await expect.element(alert).toBeVisible();
        else await expect.element(alert).not.toBeInTheDocument();
        await page
          .getByRole('region', { name: /^(Messages|Pesan)$/ })
          .getByRole('button')
          .click();
        await expect.poll(visibleMessages).toEqual([]);
        await expect.element(nameInput).toHaveValue('Java and Madura');
      });
});

test('a successful response with an error shows its data, and the error as a warning', async () => {
  mockResponse('GET /api/region', { data: recordsOf('region'), error: 'Angka ini dari kemarin.' });
  await openConsole('/system/region');
  await expect.poll(visibleMessages).toEqual([['warning', 'Angka ini dari kemarin.']]);
  await expect.element(page.getByRole('grid', { name: 'Regions' }).getByText('Bali and Nusa Tenggara')).toBeVisible();
});
