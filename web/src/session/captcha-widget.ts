import type { Captcha, CaptchaProvider } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { currentLanguage } from '../i18n/language.ts';
import { ApiError } from './api-error.ts';
import type { CaptchaChallenge } from './captcha-challenge.ts';

type WidgetCaptcha = Exclude<Captcha, { provider: 'altcha' }>;
type Provider = Exclude<CaptchaProvider, 'altcha'>;
type WidgetId = string | number;

/** The common interface of the three providers' scripts. */
interface WidgetApi {
  render: (container: HTMLElement, options: Readonly<Record<string, unknown>>) => WidgetId;
  execute: (id: WidgetId) => unknown;
  reset: (id: WidgetId) => void;
  remove?: (id: WidgetId) => void;
  /** reCAPTCHA's first script only loads a second one. */
  ready?: (callback: () => void) => void;
}

const GLOBAL_NAMES: Record<Provider, string> = {
  recaptcha: 'grecaptcha',
  hcaptcha: 'hcaptcha',
  turnstile: 'turnstile',
};

/** Options that hide the widget unless the provider needs to prompt the user. */
const INVISIBLE_OPTIONS: Record<Provider, Readonly<Record<string, string>>> = {
  recaptcha: { size: 'invisible' },
  hcaptcha: { size: 'invisible' },
  turnstile: { execution: 'execute', appearance: 'interaction-only' },
};

const createFailedError = () => new ApiError(0, 'captcha', t`The security check failed. Please try again.`);
const createUnfinishedError = () => new ApiError(0, 'captcha', t`Complete the security check to continue.`);

/**
 * Creates the invisible challenge of a provider. Its script is loaded from the address given by the server. Throws
 * ApiError.
 */
export async function createWidgetChallenge(captcha: WidgetCaptcha, container: HTMLElement): Promise<CaptchaChallenge> {
  const widgetApi = await loadWidgetApi(captcha);
  let pendingResponse: { resolve: (response: string) => void; reject: (error: ApiError) => void } | undefined;

  // Each widget gets its own element, because no provider renders into the same one twice.
  const widgetElement = container.appendChild(document.createElement('div'));
  const id = widgetApi.render(widgetElement, {
    ...INVISIBLE_OPTIONS[captcha.provider],
    sitekey: captcha.site_key,
    hl: currentLanguage(),
    language: currentLanguage(),
    theme: getComputedStyle(container).colorScheme === 'dark' ? 'dark' : 'light',
    callback: (response: string) => pendingResponse?.resolve(response),
    'error-callback': () => {
      pendingResponse?.reject(createFailedError());
      return true;
    },
    'timeout-callback': () => pendingResponse?.reject(createUnfinishedError()),
    'close-callback': () => pendingResponse?.reject(createUnfinishedError()),
    'chalexpired-callback': () => pendingResponse?.reject(createUnfinishedError()),
  });

  return {
    async getResponse() {
      // reCAPTCHA does not report a dismissed prompt. A press outside the prompt dismisses it.
      const onPressOutside = () => captcha.provider === 'recaptcha' && pendingResponse?.reject(createUnfinishedError());
      document.addEventListener('pointerdown', onPressOutside);
      try {
        return await new Promise<string>((resolve, reject) => {
          pendingResponse = { resolve, reject };
          widgetApi.execute(id);
        });
      } finally {
        pendingResponse = undefined;
        document.removeEventListener('pointerdown', onPressOutside);
      }
    },
    reset: () => widgetApi.reset(id),
    remove() {
      widgetApi.remove?.(id);
      widgetElement.remove();
    },
  };
}

async function loadWidgetApi({ provider, script_url }: WidgetCaptcha): Promise<WidgetApi> {
  if (!findWidgetApi(provider)) await loadScript(script_url);
  const widgetApi = findWidgetApi(provider);
  if (!widgetApi) throw createFailedError();
  // Turnstile needs no `ready`, which fails there for scripts that are added dynamically.
  if (provider === 'recaptcha') await new Promise<void>((resolve) => widgetApi.ready?.(resolve));
  return widgetApi;
}

/** The provider's script exposes its API as a global. */
const findWidgetApi = (provider: Provider): WidgetApi | undefined =>
  (window as unknown as Record<string, WidgetApi | undefined>)[GLOBAL_NAMES[provider]];

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
