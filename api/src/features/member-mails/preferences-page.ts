import type { Language } from '@innkeeper/contract';
import type { FastifyRequest } from 'fastify';
import { languageOf } from '../../platform/http/language.ts';
import { escapeHtml } from '../../platform/mail/fill-placeholders.ts';
import { renderHtmlPage } from '../../platform/mail/html-page.ts';
import { mailPreferenceTexts as texts } from '../../texts/mail-preferences.ts';

/** The flags of a member that a guest can change, in the order of the page. */
export const PREFERENCES = ['all_notification', 'membership_notification', 'birthday_notification'] as const;
export type Preferences = Readonly<Record<(typeof PREFERENCES)[number], boolean>>;

const LABELS = {
  all_notification: texts.all,
  membership_notification: texts.membership,
  birthday_notification: texts.birthday,
} as const;

/** What RFC 8058 lets mail programs post; the button of the page posts the same. */
export const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' } as const;

/** The other button, which also marks a form in which no box is checked. */
export const SAVE = { name: 'save', value: '1' } as const;

/** No scripts and nothing from elsewhere; the look of mails needs inline styles. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The language chosen on the page, or else that of the browser. */
export const pageLanguageOf = (
  request: Pick<FastifyRequest<{ Querystring: { readonly language?: unknown } }>, 'query' | 'headers'>,
): Language => {
  const { language } = request.query;
  return language === 'en' || language === 'id' ? language : languageOf(request);
};

interface Page {
  readonly language: Language;
  /** The name of the programme. */
  readonly programme: string;
}

interface PreferencesPage extends Page {
  readonly email: string;
  readonly preferences: Preferences;
  /** What the request did. */
  readonly outcome?: 'saved' | 'unsubscribed' | undefined;
}

/** `s…@example.test`: enough for the guest to recognise the address, and no more for anybody else. */
const maskAddress = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1…');

const BUTTON_STYLE =
  'font:inherit;font-size:16px;padding:10px 20px;margin:0 10px 10px 0;border:1px solid #b8974a;border-radius:6px;cursor:pointer';

export function renderPreferencesPage({ language, programme, email, preferences, outcome }: PreferencesPage): string {
  const text = (key: Exclude<keyof typeof texts, 'intro' | 'tooOften' | 'wait'>) => escapeHtml(texts[key][language]);
  const boxes = PREFERENCES.map(
    (name) =>
      `<p><label style="display:flex;gap:12px"><input type="checkbox" name="${name}" value="1"${preferences[name] ? ' checked' : ''} style="flex:none;width:20px;height:20px;margin:3px 0;accent-color:#7a5c1e" /><span>${escapeHtml(LABELS[name][language])}${name === 'all_notification' ? `<br /><small>${text('allHint')}</small>` : ''}</span></label></p>`,
  );
  const unsubscribeButton = `<button name="${ONE_CLICK.name}" value="${ONE_CLICK.value}" style="${BUTTON_STYLE};background:transparent;color:inherit">${text('unsubscribe')}</button>`;
  return renderPage({
    language,
    programme,
    title: texts.title[language],
    body: `${outcome === undefined ? '' : `<p role="status"><strong>${text(outcome)}</strong></p>\n`}<p>${escapeHtml(texts.intro({ address: maskAddress(email) })[language])}</p>
<form method="post">
${boxes.join('\n')}
<p><button name="${SAVE.name}" value="${SAVE.value}" style="${BUTTON_STYLE};background:#7a5c1e;color:#ffffff">${text('save')}</button>${preferences.all_notification ? unsubscribeButton : ''}</p>
</form>
<p><small>${text('alwaysSent')}</small></p>`,
  });
}

/** For a link that is forged, incomplete, or of a member who was deleted. */
export const renderUnknownLinkPage = ({ language, programme }: Page): string =>
  renderPage({
    language,
    programme,
    title: texts.unknownTitle[language],
    body: `<p>${escapeHtml(texts.unknown[language])}</p>`,
  });

/** For a caller who has to wait; `seconds` until the next attempt. */
export const renderWaitPage = ({ language, programme, seconds }: Page & { readonly seconds: number }): string =>
  renderPage({
    language,
    programme,
    title: texts.waitTitle[language],
    body: `<p>${escapeHtml(texts.wait({ minutes: Math.max(1, Math.ceil(seconds / 60)) })[language])}</p>`,
  });

function renderPage({ language, programme, title, body }: Page & { title: string; body: string }): string {
  const otherLanguage = language === 'en' ? 'id' : 'en';
  return renderHtmlPage({
    language,
    subject: title,
    sender: programme,
    contact: [],
    footLink: { label: texts.otherLanguage[language], url: `?language=${otherLanguage}` },
    body: `<main>\n<h1>${escapeHtml(title)}</h1>\n${body}\n</main>`,
  });
}
