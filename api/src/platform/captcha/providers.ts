import type { CaptchaProvider } from '@innkeeper/contract';

/** A provider that verifies solutions over the network. */
export type RemoteProvider = Exclude<CaptchaProvider, 'altcha'>;

interface Provider {
  /** URL that verifies a solution. */
  readonly verifyUrl: string;
  /** The script that the page loads. */
  readonly scriptUrl: string;
  /** The origins of the provider's script, and of the frames that it opens, according to its manual. */
  readonly origins: readonly string[];
}

export const PROVIDERS: Readonly<Record<RemoteProvider, Provider>> = {
  recaptcha: {
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    scriptUrl: 'https://www.google.com/recaptcha/api.js?render=explicit',
    origins: [
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
    ],
  },
  hcaptcha: {
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    scriptUrl: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    origins: ['https://challenges.cloudflare.com'],
  },
};
