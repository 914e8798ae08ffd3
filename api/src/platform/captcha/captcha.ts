import { CAPTCHA_FIELD, type Captcha, message } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { invalid } from '../http/fail.ts';
import { isSolved, newChallenge } from './altcha.ts';
import { PROVIDERS } from './providers.ts';
import { isVerified } from './siteverify.ts';

/** Asks strangers to show that they are people, where it is configured. */
export interface CaptchaGuard {
  /** The data that a page needs to ask for a captcha; null where none is asked. */
  readonly asked: Captcha | null;
  /** Throws a 422 at the captcha's field unless the values hold a right answer, a 503 where that cannot be told. */
  check(values: Readonly<Record<string, unknown>>, ip: string): Promise<void>;
}

interface Services {
  readonly db: Db;
  readonly config: Pick<Config, 'captcha' | 'publicUrl'>;
  readonly clock: () => Date;
}

const CHALLENGE_URL = '/altcha-challenge';
/** The longest answers, those of hCaptcha, are a few thousand characters. */
const MAX_ANSWER = 16_000;

/** The captcha as it is configured; one of our own gets the route of its challenges. */
export function registerCaptcha(app: FastifyInstance, { db, config, clock }: Services): CaptchaGuard {
  const { captcha, publicUrl } = config;
  if (!captcha) return { asked: null, check: async () => undefined };
  if (captcha.provider === 'altcha') app.get(CHALLENGE_URL, () => newChallenge(captcha.secret, clock()));

  const { hostname } = new URL(publicUrl);
  const isRight = (answer: string, ip: string) =>
    captcha.provider === 'altcha'
      ? isSolved(db, captcha.secret, answer, clock())
      : isVerified(captcha, { answer, ip, hostname });

  return {
    asked:
      captcha.provider === 'altcha'
        ? { provider: 'altcha', challenge_url: CHALLENGE_URL }
        : {
            provider: captcha.provider,
            site_key: captcha.siteKey,
            script_url: PROVIDERS[captcha.provider].scriptUrl,
          },
    async check({ [CAPTCHA_FIELD]: answer }, ip) {
      const isAnswer = typeof answer === 'string' && answer !== '' && answer.length <= MAX_ANSWER;
      if (!isAnswer || !(await isRight(answer, ip))) throw invalid({ [CAPTCHA_FIELD]: [message('captcha')] });
    },
  };
}

/** Origins beside our own from which scripts and frames of the pages may come. */
export const captchaOrigins = ({ captcha }: Pick<Config, 'captcha'>): readonly string[] =>
  captcha === null || captcha.provider === 'altcha' ? [] : PROVIDERS[captcha.provider].origins;
