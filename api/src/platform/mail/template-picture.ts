import { buffer } from 'node:stream/consumers';
import { resizedFileName } from '../files/file-names.ts';
import { loadSharp } from '../files/sharp.ts';
import type { Store } from '../files/store.ts';
import { escapeHtml } from './fill-placeholders.ts';
import type { Mail } from './outbox.ts';
import type { RenderedMail } from './render-template.ts';

/*
 * The picture of a template is at the top of its mails, as an attachment that the HTML shows by content id: mail
 * programs block pictures from addresses, and signed addresses expire. It is attached as JPEG, or as PNG if it has
 * transparent parts, because Outlook shows no WebP. Its alternative text is the subject, which is in the reader's language.
 */

/** Uploaded pictures are stored in this format. */
const PICTURE_TYPE = 'image/webp';
const CONTENT_ID = 'picture@innkeeper';
/** The stored width that fits a mail's column of 600 pixels on sharp screens. */
const PICTURE_WIDTH = 800;

/** The mail as sent, with its picture attached. A mail without a picture, or whose file is missing, is unchanged. */
export async function attachPicture(store: Store, mail: Mail): Promise<Mail> {
  if (mail.picture === undefined || mail.html === undefined) return mail;
  const picture = await readConvertedPicture(store, mail.picture);
  if (!picture) return mail;
  return {
    ...mail,
    html: addPicture(mail.html, `cid:${CONTENT_ID}`, mail.subject),
    attachments: [...(mail.attachments ?? []), { ...picture, cid: CONTENT_ID }],
  };
}

interface ConvertedPicture {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** The picture that was converted last, by name: many mails in a row have the same template. */
let lastConversion: { readonly name: string; readonly picture: ConvertedPicture } | undefined;

async function readConvertedPicture(store: Store, name: string): Promise<ConvertedPicture | undefined> {
  if (lastConversion?.name === name) return lastConversion.picture;
  const stored = await readPicture(store, name);
  if (!stored) return undefined;
  const image = (await loadSharp())(stored);
  const { isOpaque } = await image.stats();
  const picture = isOpaque
    ? { filename: 'picture.jpg', contentType: 'image/jpeg', content: await image.jpeg({ quality: 85 }).toBuffer() }
    : { filename: 'picture.png', contentType: 'image/png', content: await image.png().toBuffer() };
  lastConversion = { name, picture };
  return picture;
}

/** The mail as shown on a page, with its picture in the HTML. */
export async function embedPicture(store: Store, { picture, ...mail }: RenderedMail) {
  const content = await readPicture(store, picture);
  return content ? { ...mail, html: addPicture(mail.html, toDataUrl(PICTURE_TYPE, content), mail.subject) } : mail;
}

const toDataUrl = (contentType: string, content: Uint8Array): string =>
  `data:${contentType};base64,${Buffer.from(content).toString('base64')}`;

async function readPicture(store: Store, name: string | undefined): Promise<Buffer | undefined> {
  if (name === undefined) return undefined;
  // A picture that is narrower is stored in one size only.
  const file = (await store.open(resizedFileName(name, PICTURE_WIDTH))) ?? (await store.open(name));
  return file && buffer(file.content);
}

/** Adds the picture as the first element of the page of `renderHtmlPage`. */
const addPicture = (html: string, url: string, text: string): string =>
  html.replace(
    /(?<=<div class="sheet"[^>]*>\n)/,
    () =>
      `<img src="${url}" alt="${escapeHtml(text)}" style="display:block;max-width:100%;height:auto;margin:0 0 28px;border:0" />\n`,
  );
