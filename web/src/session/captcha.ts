import { CAPTCHA_FIELD } from '@innkeeper/contract';
import { type RefObject, useEffect, useRef } from 'react';
import type { CaptchaChallenge } from './captcha-challenge.ts';
import { loadSignInOptions } from './sign-in-options.ts';

/** The captcha response as a request field; no field if no captcha is required. */
export interface CaptchaResponse {
  readonly [CAPTCHA_FIELD]?: string;
}

export interface CaptchaGuard {
  /** The element that a provider renders into. It must be mounted and have no other content. */
  readonly container: RefObject<HTMLDivElement | null>;
  /** Makes a call with a captcha response, and resets the captcha if the call fails. */
  readonly withCaptcha: <T>(call: (response: CaptchaResponse) => Promise<T>) => Promise<T>;
}

/** The captcha of a form for users who are not signed in. If the server requires none, nothing is loaded. */
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
    const { captcha } = await loadSignInOptions();
    if (!captcha || !container.current) return call({});
    if (!challenge.current) {
      challenge.current =
        captcha.provider === 'altcha'
          ? (await import('./captcha-altcha.ts')).createAltchaChallenge(captcha)
          : await (await import('./captcha-widget.ts')).createRecaptchaChallenge(captcha, container.current);
    }
    const { getResponse, reset } = challenge.current;
    try {
      return await call({ [CAPTCHA_FIELD]: await getResponse() });
    } catch (error) {
      reset();
      throw error;
    }
  };
  return { container, withCaptcha };
}
