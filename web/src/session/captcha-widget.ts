import type { Captcha } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { currentLanguage } from '../i18n/language.ts';
import { ApiError } from './api-error.ts';
import type { CaptchaChallenge } from './captcha-challenge.ts';

/** The global that reCAPTCHA's script sets. */
interface RecaptchaApi {
  render: (container: HTMLElement, options: Readonly<Record<string, unknown>>) => number;
  execute: (id: number) => void;
  reset: (id: number) => void;
  /** The first script only loads a second one, which has the other functions. */
  ready: (callback: () => void) => void;
}

const createFailedError = () => new ApiError(0, 'captcha', t`The security check failed. Please try again.`);
const createUnfinishedError = () => new ApiError(0, 'captcha', t`Complete the security check to continue.`);

/** Creates reCAPTCHA's invisible challenge. The server gives the address of its script. Throws ApiError. */
export async function createRecaptchaChallenge(
  { site_key, script_url }: Extract<Captcha, { provider: 'recaptcha' }>,
  container: HTMLElement,
): Promise<CaptchaChallenge> {
  const recaptcha = await loadRecaptcha(script_url);
  let pendingResponse: { resolve: (response: string) => void; reject: (error: ApiError) => void } | undefined;

  // Each widget gets its own element, because reCAPTCHA does not render into the same one twice.
  const widgetElement = container.appendChild(document.createElement('div'));
  const id = recaptcha.render(widgetElement, {
    size: 'invisible',
    sitekey: site_key,
    hl: currentLanguage(),
    theme: getComputedStyle(container).colorScheme === 'dark' ? 'dark' : 'light',
    callback: (response: string) => pendingResponse?.resolve(response),
    'error-callback': () => pendingResponse?.reject(createFailedError()),
  });

  return {
    async getResponse() {
      // reCAPTCHA does not report a dismissed prompt. A press outside the prompt dismisses it.
      const onPressOutside = () => pendingResponse?.reject(createUnfinishedError());
      document.addEventListener('pointerdown', onPressOutside);
      try {
        return await new Promise<string>((resolve, reject) => {
          pendingResponse = { resolve, reject };
          recaptcha.execute(id);
        });
      } finally {
        pendingResponse = undefined;
        document.removeEventListener('pointerdown', onPressOutside);
      }
    },
    reset: () => recaptcha.reset(id),
    remove: () => widgetElement.remove(),
  };
}

async function loadRecaptcha(scriptUrl: string): Promise<RecaptchaApi> {
  if (!findRecaptcha()) await loadScript(scriptUrl);
  const recaptcha = findRecaptcha();
  if (!recaptcha) throw createFailedError();
  await new Promise<void>((resolve) => recaptcha.ready(resolve));
  return recaptcha;
}

const findRecaptcha = () => (window as { grecaptcha?: RecaptchaApi }).grecaptcha;

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(createFailedError());
    });
    document.head.append(script);
  });
}
