import type { Captcha } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import SolverWorker from 'altcha/workers/pbkdf2?worker';
import { ApiError } from './api-error.ts';
import { api } from './api.ts';
import type { CaptchaChallenge } from './captcha-challenge.ts';

/** A challenge of ALTCHA: a number has to be found by trying, nothing is asked of the person. */
interface Challenge {
  readonly parameters: object;
  readonly signature: string;
}

/** The result of a worker; it gives up, with null, when the time is over. */
type Found = { readonly counter: number; readonly derivedKey: string; readonly error?: unknown } | null;

/** More workers than this make a phone warm, not faster. */
const MOST_WORKERS = 4;
const TIMEOUT = 60_000;

export function altchaChallenge({ challenge_url }: Extract<Captcha, { provider: 'altcha' }>): CaptchaChallenge {
  return {
    async answer() {
      const { parameters, signature } = await api<Challenge>(challenge_url, { announce: false });
      const solution = await solve({ parameters, signature });
      return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
    },
    // Each answer is to a challenge of its own.
    reset: () => undefined,
    remove: () => undefined,
  };
}

/** Lets workers try the numbers, each its share, until one has found it. The workers are files of ours, as the page's policy asks. */
async function solve(challenge: Challenge): Promise<Found> {
  const count = Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1);
  const workers = Array.from({ length: count }, () => new SolverWorker());
  try {
    const found = await Promise.race(
      workers.map(
        (worker, index) =>
          new Promise<Found>((resolve) => {
            worker.addEventListener('message', ({ data }: MessageEvent<Found>) => resolve(data));
            worker.addEventListener('error', () => resolve(null));
            worker.postMessage({
              type: 'work',
              challenge,
              counterStart: index,
              counterStep: count,
              counterMode: 'uint32',
              timeout: TIMEOUT,
            });
          }),
      ),
    );
    if (found && found.error === undefined) return found;
  } finally {
    for (const worker of workers) worker.terminate();
  }
  throw new ApiError(0, 'captcha', t`The security check could not be done. Please try again.`);
}
