import type { CaptchaConfig } from '../config/sign-in.ts';
import { apiError } from '../http/api-error.ts';
import { requestTexts } from '../../texts/requests.ts';

/*
 * Google, or a compatible service, verifies a solution of reCAPTCHA: a form posted to `siteverify`, with a JSON
 * response. Only an explicit success passes. A provider that is unreachable or rejects our key is a 503.
 */

const TIMEOUT_MS = 5_000;

type Recaptcha = Extract<CaptchaConfig, { provider: 'recaptcha' }>;

interface VerifyResponse {
  readonly success: boolean;
  /** The host where the captcha was solved. */
  readonly hostname?: string;
  readonly 'error-codes'?: readonly string[];
}

/**
 * The provider's codes for a solution that is wrong, expired or already used. Any other code means that our
 * configuration is wrong, not the solution.
 */
const REJECTION_CODES: ReadonlySet<string> = new Set([
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
]);

/** Whether the provider accepts a solution from our own pages. Throws a 503 if the provider cannot be reached. */
export async function verifyRemoteSolution(
  { secret, verifyUrl }: Recaptcha,
  {
    captchaResponse,
    ip,
    hostname,
  }: { readonly captchaResponse: string; readonly ip: string; readonly hostname: string },
  timeoutMs = TIMEOUT_MS,
): Promise<boolean> {
  const form = new URLSearchParams({ secret, response: captchaResponse, remoteip: ip });
  const verifyResponse = await postVerification(verifyUrl, form, timeoutMs);
  if (verifyResponse.success) return verifyResponse.hostname === undefined || verifyResponse.hostname === hostname;
  const codes = verifyResponse['error-codes'] ?? [];
  if (codes.length > 0 && !codes.some((code) => REJECTION_CODES.has(code)))
    throw unavailableError(new Error(codes.join(', ')));
  return false;
}

async function postVerification(verifyUrl: string, form: URLSearchParams, timeoutMs: number): Promise<VerifyResponse> {
  let payload: unknown;
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    payload = await response.json();
  } catch (error) {
    throw unavailableError(error);
  }
  if (!isVerifyResponse(payload)) throw unavailableError(new Error('a response of another shape'));
  return payload;
}

const isVerifyResponse = (payload: unknown): payload is VerifyResponse =>
  typeof payload === 'object' &&
  payload !== null &&
  'success' in payload &&
  typeof payload.success === 'boolean' &&
  (!('hostname' in payload) || typeof payload.hostname === 'string') &&
  (!('error-codes' in payload) || Array.isArray(payload['error-codes']));

const unavailableError = (reason: unknown) =>
  apiError('unavailable', {
    message: requestTexts.captchaUnavailable,
    headers: { 'retry-after': '5' },
    cause: new Error('the captcha cannot be checked', { cause: reason }),
  });
