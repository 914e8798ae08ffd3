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

const GLOBALS: Record<Provider, string> = { recaptcha: 'grecaptcha', hcaptcha: 'hcaptcha', turnstile: 'turnstile' };

/** Options that hide the widget unless the provider needs to prompt the user. */
const INVISIBLE: Record<Provider, Readonly<Record<string, string>>> = {
  recaptcha: { size: 'invisible' },
  hcaptcha: { size: 'invisible' },
  turnstile: { execution: 'execute', appearance: 'interaction-only' },
};

const failed = () => new ApiError(0, 'captcha', t`The security check failed. Please try again.`);
const unfinished = () => new ApiError(0, 'captcha', t`Complete the security check to continue.`);

/**
 * Creates the invisible challenge of a provider. Its script is loaded from the address given by the server. Throws
 * ApiError.
 */
export async function widgetChallenge(captcha: WidgetCaptcha, container: HTMLElement): Promise<CaptchaChallenge> {
  const widgets = await loadWidgets(captcha);
  let waiting: { resolve: (response: string) => void; reject: (error: ApiError) => void } | undefined;

  // Each widget gets its own element, because no provider renders into the same one twice.
  const widgetElement = container.appendChild(document.createElement('div'));
  const id = widgets.render(widgetElement, {
    ...INVISIBLE[captcha.provider],
    sitekey: captcha.site_key,
    hl: currentLanguage(),
    language: currentLanguage(),
    theme: getComputedStyle(container).colorScheme === 'dark' ? 'dark' : 'light',
    callback: (response: string) => waiting?.resolve(response),
    'error-callback': () => {
      waiting?.reject(failed());
      return true;
    },
    'timeout-callback': () => waiting?.reject(unfinished()),
    'close-callback': () => waiting?.reject(unfinished()),
    'chalexpired-callback': () => waiting?.reject(unfinished()),
  });

  return {
    async response() {
      // reCAPTCHA does not report a dismissed prompt. A press outside the prompt dismisses it.
      const onPressOutside = () => captcha.provider === 'recaptcha' && waiting?.reject(unfinished());
      document.addEventListener('pointerdown', onPressOutside);
      try {
        return await new Promise<string>((resolve, reject) => {
          waiting = { resolve, reject };
          widgets.execute(id);
        });
      } finally {
        waiting = undefined;
        document.removeEventListener('pointerdown', onPressOutside);
      }
    },
    reset: () => widgets.reset(id),
    remove() {
      widgets.remove?.(id);
      widgetElement.remove();
    },
  };
}

async function loadWidgets({ provider, script_url }: WidgetCaptcha): Promise<WidgetApi> {
  if (!widgetsOf(provider)) await loadScript(script_url);
  const widgets = widgetsOf(provider);
  if (!widgets) throw failed();
  // Turnstile needs no `ready`, and its own fails for scripts that are added dynamically.
  if (provider === 'recaptcha') await new Promise<void>((resolve) => widgets.ready?.(resolve));
  return widgets;
}

/** The provider's script exposes its API as a global. */
const widgetsOf = (provider: Provider): WidgetApi | undefined =>
  (window as unknown as Record<string, WidgetApi | undefined>)[GLOBALS[provider]];

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(failed());
    });
    document.head.append(script);
  });
}
