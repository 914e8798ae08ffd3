import type { Config } from '../config.ts';
import { fail } from '../http/fail.ts';
import type { RemoteProvider } from './providers.ts';

/*
 * reCAPTCHA, hCaptcha and Turnstile check an answer in the same way: a form to `siteverify`, JSON back. Only a plain yes lets
 * anybody through; a verifier that is away, or that does not take our key, is a 503.
 */

const TIMEOUT_MS = 5_000;

type RemoteCaptcha = Extract<NonNullable<Config['captcha']>, { provider: RemoteProvider }>;

interface Verdict {
  readonly success: boolean;
  /** The host where the answer was given. */
  readonly hostname?: string;
  readonly 'error-codes'?: readonly string[];
}

/** The verifier's codes for an answer that is wrong, old or was used; any other code is about us, not about the person. */
const REFUSALS: ReadonlySet<string> = new Set([
  'missing-input-response',
  'invalid-input-response',
  'expired-input-response',
  'already-seen-response',
  'invalid-or-already-seen-response',
  'timeout-or-duplicate',
]);

/** Whether the provider takes the answer, given on our own pages. Throws a 503 where it cannot be asked. */
export async function isVerified(
  { provider, siteKey, secret, verifyUrl }: RemoteCaptcha,
  { answer, ip, hostname }: { readonly answer: string; readonly ip: string; readonly hostname: string },
): Promise<boolean> {
  const form = new URLSearchParams({ secret, response: answer, remoteip: ip });
  // The others refuse parameters that they do not know.
  if (provider === 'hcaptcha') form.set('sitekey', siteKey);
  const verdict = await ask(verifyUrl, form);
  if (verdict.success) return verdict.hostname === undefined || verdict.hostname === hostname;
  const codes = verdict['error-codes'] ?? [];
  if (codes.length > 0 && !codes.some((code) => REFUSALS.has(code))) throw away(new Error(codes.join(', ')));
  return false;
}

async function ask(verifyUrl: string, form: URLSearchParams): Promise<Verdict> {
  let said: unknown;
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    said = await response.json();
  } catch (error) {
    throw away(error);
  }
  if (!isVerdict(said)) throw away(new Error('an answer of another shape'));
  return said;
}

const isVerdict = (said: unknown): said is Verdict =>
  typeof said === 'object' &&
  said !== null &&
  'success' in said &&
  typeof said.success === 'boolean' &&
  (!('hostname' in said) || typeof said.hostname === 'string') &&
  (!('error-codes' in said) || Array.isArray(said['error-codes']));

const away = (reason: unknown) =>
  fail('unavailable', {
    message: {
      en: 'The security check is away for a moment, please try again.',
      id: 'Pemeriksaan keamanan sedang tidak tersedia, silakan coba lagi.',
    },
    headers: { 'retry-after': '5' },
    cause: new Error('the captcha cannot be checked', { cause: reason }),
  });
