import type { Label, Language } from '@innkeeper/contract';
import type { Shift, ShiftActivity, ShiftEntry } from '@innkeeper/contract/calls';
import { formatAmount } from '../../domain/format-amount.ts';
import { formatMoment } from '../../platform/http/format-day.ts';
import { escapeHtml } from '../../platform/mail/fill-placeholders.ts';
import { renderHtmlPage } from '../../platform/mail/html-page.ts';
import { shiftTexts } from '../../texts/shifts.ts';

/** What a handover mail says. */
export interface Handover {
  readonly shift: Shift;
  readonly sender: string;
  readonly recipient: string;
  readonly note: string | null;
  /** The page of handovers in the console. */
  readonly link: string;
  readonly language: Language;
  /** Decimals by currency. */
  readonly decimals: Readonly<Record<string, number>>;
}

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

export interface HandoverContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The subject of a handover mail, which the mail log shows before it is sent. */
export const handoverSubject = (hotel: string, to: string, timeZone: string): Label => ({
  en: shiftTexts.subject({ hotel, to: formatLocal(to, timeZone, 'en') }).en,
  id: shiftTexts.subject({ hotel, to: formatLocal(to, timeZone, 'id') }).id,
});

/** A handover as plain text and as HTML. Times are those of the hotel. */
export function renderHandover(handover: Handover): HandoverContent {
  const { shift, sender, recipient, note, link, language } = handover;
  const zone = shift.hotel.time_zone;
  const translate = (label: Label): string => label[language];
  const [from, to] = [shift.from, shift.to].map((bound) => formatLocal(bound, zone, language));
  const paragraphs = [
    ...translate(shiftTexts.intro({ recipient, sender })).split('\n\n'),
    [
      shift.hotel.name,
      translate(shiftTexts.period({ from: from ?? '', to: to ?? '', zone })),
      translate(shift.user ? shiftTexts.ownEntries({ sender: shift.user.name }) : shiftTexts.allEntries),
    ].join('\n'),
    ...(note === null ? [] : [note]),
  ];
  const sections = listSections(handover);
  const subject = translate(handoverSubject(shift.hotel.name, shift.to, zone));
  const text = [
    ...paragraphs,
    ...sections.map(({ title, lines }) => [title, ...lines.map((line) => `- ${line}`)].join('\n')),
    `${translate(shiftTexts.open)}: ${link}`,
  ].join('\n\n');
  const body = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br />')}</p>`),
    ...sections.map(
      ({ title, lines }) =>
        `<h3>${escapeHtml(title)}</h3><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
    ),
  ].join('\n');
  const html = renderHtmlPage({
    language,
    subject,
    sender: shift.hotel.name,
    contact: [],
    footLink: { label: translate(shiftTexts.open), url: link },
    body,
  });
  return { subject, text: `${text}\n`, html };
}

function listSections({ shift, language, decimals }: Handover): readonly Section[] {
  const translate = (label: Label): string => label[language];
  const money = (amount: string, currency: string) =>
    formatAmount(amount, { currency, decimals: decimals[currency] ?? 2 });
  const describe = (entry: ShiftEntry): string =>
    [
      formatLocal(entry.at, shift.hotel.time_zone, language),
      entry.number,
      entry.member?.name,
      translate({ en: entry.name, id: entry.name_id }),
      entry.amount === null ? null : money(entry.amount, entry.currency),
      entry.payment,
      entry.user?.name,
      entry.reason,
    ]
      .filter(Boolean)
      .join(' · ');
  const listEntries = (number: number, entries: readonly ShiftEntry[]): readonly string[] => [
    ...(number === 0 ? [translate(shiftTexts.none)] : entries.map(describe)),
    ...(number > entries.length ? [translate(shiftTexts.more({ count: number - entries.length }))] : []),
  ];
  const toSection = (title: Label, activity: ShiftActivity | null): readonly Section[] =>
    activity === null
      ? []
      : [
          {
            title: [
              `${translate(title)}: ${activity.number}`,
              ...activity.amounts.map(({ amount, currency }) => money(amount, currency)),
            ].join(' · '),
            lines: listEntries(activity.number, activity.entries),
          },
        ];
  const payments = shift.payments?.map(({ payment, currency, taken, returned, balance }) =>
    translate(
      shiftTexts.payment({
        payment: payment?.name ?? shiftTexts.noPayment,
        taken: money(taken, currency),
        returned: money(returned, currency),
        balance: money(balance, currency),
      }),
    ),
  );
  return [
    ...(payments
      ? [
          {
            title: translate(shiftTexts.payments),
            lines: payments.length > 0 ? payments : [translate(shiftTexts.none)],
          },
        ]
      : []),
    ...toSection(shiftTexts.sold, shift.sold),
    ...toSection(shiftTexts.redeemed, shift.redeemed),
    ...toSection(shiftTexts.posted, shift.posted),
    {
      title: `${translate(shiftTexts.undone)}: ${shift.undone.number}`,
      lines: listEntries(shift.undone.number, shift.undone.entries),
    },
  ];
}

/** An instant in UTC, `2026-05-22 07:05:00`, as the local `22 May 2026 - 14:05`. */
function formatLocal(instant: string, timeZone: string, language: Language): string {
  const local = Temporal.Instant.from(`${instant.replace(' ', 'T')}Z`).toZonedDateTimeISO(timeZone);
  return formatMoment(local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' '), language);
}
