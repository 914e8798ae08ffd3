import type { Language } from '@innkeeper/contract';
import { escapeHtml } from './fill-placeholders.ts';

/** The last line of a page. */
export interface FootLink {
  readonly label: string;
  /** Null for a reader who must not follow the link: then only its label is shown. */
  readonly url: string | null;
}

interface HtmlPage {
  readonly language: Language;
  readonly subject: string;
  readonly sender: string;
  /** Lines below the sender's name in the footer. */
  readonly contact: readonly string[];
  readonly footLink?: FootLink | undefined;
  /** Sanitized HTML. */
  readonly body: string;
}

const FONT_STYLE = "font-family:Georgia,'Times New Roman',serif";
const SMALL_TEXT_STYLE =
  "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px";

/*
 * One column, readable on wide screens and on phones. Styles that every client needs are inline. Styles for the
 * editor's texts and for dark mode are in the head; clients that drop the head use their own.
 */
const STYLESHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{color:#7a5c1e}
p{margin:0 0 18px}
h1,h2,h3,h4{margin:28px 0 12px;font-weight:normal;line-height:1.25}
h1{font-size:28px}h2{font-size:23px}h3{font-size:19px}h4{font-size:17px}
ul,ol{margin:0 0 18px;padding-left:24px}
li p{margin:0 0 6px}
blockquote{margin:0 0 18px;padding-left:16px;border-left:2px solid #c9b688}
table{border-collapse:collapse;margin:0 0 18px;width:100%}
th,td{padding:8px 10px;border-bottom:1px solid #e4dfd3;text-align:left;vertical-align:top}
hr{border:0;border-top:1px solid #e4dfd3;margin:24px 0}
img{max-width:100%;height:auto}
small{display:inline-block;line-height:20px}
@media (max-width:640px){.sheet{padding:28px 22px!important;border:0!important;border-radius:0!important}.around{padding:0!important}}
@media (prefers-color-scheme:dark){
body,.around{background:#16171a!important}
.sheet{background:#1f2125!important;color:#e8e6e1!important;border-color:#33363c!important}
.foot,.name{color:#a9a59b!important}
.rule{border-color:#8a7340!important}
.foot{border-color:#33363c!important}
a{color:#d9bd7c!important}
th,td,hr{border-color:#3a3d44!important}
}`;

const renderFootLink = ({ label, url }: FootLink): string =>
  url === null ? escapeHtml(label) : `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

/** Renders a mail, or a page that mails link to, as an HTML page without layout tables and scripts. */
export const renderHtmlPage = ({
  language,
  subject,
  sender,
  contact,
  footLink,
  body,
}: HtmlPage): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width,initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escapeHtml(subject)}</title>
<style>${STYLESHEET}</style>
</head>
<body style="margin:0;padding:0;background:#f4f1ea">
<div class="around" style="padding:32px 12px;background:#f4f1ea">
<div class="sheet" style="box-sizing:border-box;max-width:600px;margin:0 auto;padding:40px 44px;background:#ffffff;border:1px solid #e8e3d8;border-radius:6px;color:#26241f;${FONT_STYLE};font-size:17px;line-height:27px;overflow-wrap:anywhere">
<div class="name" style="${SMALL_TEXT_STYLE};letter-spacing:0.12em;text-transform:uppercase;color:#6b655a">${escapeHtml(sender)}</div>
<div class="rule" style="width:44px;margin:14px 0 28px;border-top:2px solid #b8974a;font-size:0;line-height:0"></div>
${body}
<div class="foot" style="margin-top:36px;padding-top:18px;border-top:1px solid #e8e3d8;${SMALL_TEXT_STYLE};color:#6b655a">${[...[sender, ...contact].map(escapeHtml), ...(footLink ? [renderFootLink(footLink)] : [])].join('<br />')}</div>
</div>
</div>
</body>
</html>
`;
