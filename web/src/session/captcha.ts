import { CAPTCHA_FIELD } from '@innkeeper/contract';
import { type RefObject, useEffect, useRef } from 'react';
import type { CaptchaChallenge } from './captcha-challenge.ts';
import { signInOptions } from './sign-in-options.ts';

/** The answer to the captcha as a field of a request; no field where none is asked for. */
export interface CaptchaAnswer {
  readonly [CAPTCHA_FIELD]?: string;
}

export interface CaptchaGuard {
  /** The element that a provider draws in; it must be on the page, and is empty otherwise. */
  readonly container: RefObject<HTMLDivElement | null>;
  /** Makes a call with an answer to the captcha; a call that fails resets it. */
  readonly withCaptcha: <T>(call: (answer: CaptchaAnswer) => Promise<T>) => Promise<T>;
}

/** The captcha of a form for strangers. If the server asks for none, nothing of it is loaded. */
export function useCaptcha(): CaptchaGuard {
  const container = useRef<HTMLDivElement>(null);
  const challenge = useRef<CaptchaChallenge>(undefined);
  useEffect(
    () => () => {
      challenge.current?.remove();
      challenge.current = undefined;
    },
    [],
  );

  const withCaptcha: CaptchaGuard['withCaptcha'] = async (call) => {
    const { captcha } = await signInOptions();
    if (!captcha || !container.current) return call({});
    if (!challenge.current) {
      challenge.current =
        captcha.provider === 'altcha'
          ? (await import('./captcha-altcha.ts')).altchaChallenge(captcha)
          : await (await import('./captcha-widget.ts')).widgetChallenge(captcha, container.current);
    }
    const { answer, reset } = challenge.current;
    try {
      return await call({ [CAPTCHA_FIELD]: await answer() });
    } catch (error) {
      reset();
      throw error;
    }
  };
  return { container, withCaptcha };
}
