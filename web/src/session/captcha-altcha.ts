import type { Captcha } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import SolverWorker from 'altcha/workers/pbkdf2?worker';
import { ApiError } from './api-error.ts';
import { api } from './api.ts';
import type { CaptchaChallenge } from './captcha-challenge.ts';

/** An ALTCHA challenge: the browser finds a number by brute force, without the user. */
interface Challenge {
  readonly parameters: object;
  readonly signature: string;
}

/** The result of a worker; null if it timed out or failed. */
type Solution = { readonly counter: number; readonly derivedKey: string; readonly error?: unknown } | null;

/** More workers heat up a phone but do not find the number faster. */
const MAX_WORKERS = 4;
/** Milliseconds. */
const TIMEOUT_MS = 60_000;

export function createAltchaChallenge({ challenge_url }: Extract<Captcha, { provider: 'altcha' }>): CaptchaChallenge {
  return {
    async getResponse() {
      const { parameters, signature } = await api<Challenge>(challenge_url, { announce: false });
      const solution = await solve({ parameters, signature });
      return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
    },
    // Nothing to reset, because each response solves a new challenge.
    reset: () => undefined,
    remove: () => undefined,
  };
}

/**
 * Splits the search for the number between workers until one finds it; throws ApiError if none does. The content
 * security policy requires workers from separate files.
 */
async function solve(challenge: Challenge): Promise<Solution> {
  const count = Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 1);
  const workers = Array.from({ length: count }, () => new SolverWorker());
  try {
    const result = await Promise.race(
      workers.map(
        (worker, index) =>
          new Promise<Solution>((resolve) => {
            worker.addEventListener('message', ({ data }: MessageEvent<Solution>) => resolve(data));
            worker.addEventListener('error', () => resolve(null));
            worker.postMessage({
              type: 'work',
              challenge,
              counterStart: index,
              counterStep: count,
              counterMode: 'uint32',
              timeout: TIMEOUT_MS,
            });
          }),
      ),
    );
    if (result && result.error === undefined) return result;
  } finally {
    for (const worker of workers) worker.terminate();
  }
  throw new ApiError(0, 'captcha', t`The security check failed. Please try again.`);
}
