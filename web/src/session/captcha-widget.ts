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
  /** reCAPTCHA's first script only fetches a second one. */
  ready?: (callback: () => void) => void;
}

const GLOBALS: Record<Provider, string> = { recaptcha: 'grecaptcha', hcaptcha: 'hcaptcha', turnstile: 'turnstile' };

/** Nothing is seen of it unless the provider wants to ask the person. */
const INVISIBLE: Record<Provider, Readonly<Record<string, string>>> = {
  recaptcha: { size: 'invisible' },
  hcaptcha: { size: 'invisible' },
  turnstile: { execution: 'execute', appearance: 'interaction-only' },
};

const failed = () => new ApiError(0, 'captcha', t`The security check could not be done. Please try again.`);
const unfinished = () => new ApiError(0, 'captcha', t`Please finish the security check to go on.`);

/** The invisible challenge of a provider whose script is fetched from where the server says. Throws ApiError. */
export async function widgetChallenge(captcha: WidgetCaptcha, container: HTMLElement): Promise<CaptchaChallenge> {
  const widgets = await loadWidgets(captcha);
  let waiting: { resolve: (answer: string) => void; reject: (error: ApiError) => void } | undefined;

  // A widget of its own place: the providers refuse to draw twice into one.
  const place = container.appendChild(document.createElement('div'));
  const id = widgets.render(place, {
    ...INVISIBLE[captcha.provider],
    sitekey: captcha.site_key,
    hl: currentLanguage(),
    language: currentLanguage(),
    theme: getComputedStyle(container).colorScheme === 'dark' ? 'dark' : 'light',
    callback: (answer: string) => waiting?.resolve(answer),
    'error-callback': () => {
      waiting?.reject(failed());
      return true;
    },
    'timeout-callback': () => waiting?.reject(unfinished()),
    'close-callback': () => waiting?.reject(unfinished()),
    'chalexpired-callback': () => waiting?.reject(unfinished()),
  });

  return {
    async answer() {
      // reCAPTCHA does not tell that its question was put aside, which a press beside it does.
      const aside = () => captcha.provider === 'recaptcha' && waiting?.reject(unfinished());
      document.addEventListener('pointerdown', aside);
      try {
        return await new Promise<string>((resolve, reject) => {
          waiting = { resolve, reject };
          widgets.execute(id);
        });
      } finally {
        waiting = undefined;
        document.removeEventListener('pointerdown', aside);
      }
    },
    reset: () => widgets.reset(id),
    remove() {
      widgets.remove?.(id);
      place.remove();
    },
  };
}

async function loadWidgets({ provider, script_url }: WidgetCaptcha): Promise<WidgetApi> {
  if (!widgetsOf(provider)) await loadScript(script_url);
  const widgets = widgetsOf(provider);
  if (!widgets) throw failed();
  // Turnstile's own `ready` refuses scripts that were added later; it needs none.
  if (provider === 'recaptcha') await new Promise<void>((resolve) => widgets.ready?.(resolve));
  return widgets;
}

/** The provider's script leaves its door in the window. */
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
