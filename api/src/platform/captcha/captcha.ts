import { CAPTCHA_FIELD, type Captcha, message } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { validationError } from '../http/api-error.ts';
import { consumeSolution, createSignedChallenge } from './altcha.ts';
import { verifyRemoteSolution } from './siteverify.ts';

/** Requires a captcha from anonymous callers, if one is configured. */
export interface CaptchaGuard {
  /** The data that a page needs to show the captcha; null if none is required. */
  readonly clientOptions: Captcha | null;
  /** Throws a 422 on the captcha's field unless the values contain a valid solution, a 503 if it cannot be verified. */
  check(values: Readonly<Record<string, unknown>>, ip: string): Promise<void>;
}

interface Services {
  readonly db: Db;
  readonly config: Pick<Config, 'captcha' | 'publicUrl'>;
  readonly clock: () => Date;
}

const CHALLENGE_URL = '/altcha-challenge';
/** Solutions have a few thousand characters at most. */
const MAX_SOLUTION_LENGTH = 16_000;

const RECAPTCHA_SCRIPT_URL = 'https://www.google.com/recaptcha/api.js?render=explicit';
/** The origins of reCAPTCHA's scripts, and of the frames that they open, according to its manual. */
const RECAPTCHA_ORIGINS = [
  'https://www.google.com/recaptcha/',
  'https://www.gstatic.com/recaptcha/',
  'https://recaptcha.google.com/recaptcha/',
];

/** Sets up the configured captcha; ALTCHA also gets the route of its challenges. */
export function registerCaptcha(app: FastifyInstance, { db, config, clock }: Services): CaptchaGuard {
  const { captcha, publicUrl } = config;
  if (!captcha) return { clientOptions: null, check: async () => undefined };
  if (captcha.provider === 'altcha') app.get(CHALLENGE_URL, () => createSignedChallenge(captcha.secret, clock()));

  const { hostname } = new URL(publicUrl);
  const verify = (captchaResponse: string, ip: string) =>
    captcha.provider === 'altcha'
      ? consumeSolution(db, captcha.secret, captchaResponse, clock())
      : verifyRemoteSolution(captcha, { captchaResponse, ip, hostname });

  return {
    clientOptions:
      captcha.provider === 'altcha'
        ? { provider: 'altcha', challenge_url: CHALLENGE_URL }
        : { provider: 'recaptcha', site_key: captcha.siteKey, script_url: RECAPTCHA_SCRIPT_URL },
    async check({ [CAPTCHA_FIELD]: captchaResponse }, ip) {
      const isSolution =
        typeof captchaResponse === 'string' && captchaResponse !== '' && captchaResponse.length <= MAX_SOLUTION_LENGTH;
      if (!isSolution || !(await verify(captchaResponse, ip)))
        throw validationError({ [CAPTCHA_FIELD]: [message('captcha')] });
    },
  };
}

/** Additional origins that the pages may load scripts and frames from. */
export const captchaOrigins = ({ captcha }: Pick<Config, 'captcha'>): readonly string[] =>
  captcha?.provider === 'recaptcha' ? RECAPTCHA_ORIGINS : [];
