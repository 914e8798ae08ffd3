import { randomBytes } from 'node:crypto';
import { message } from '@innkeeper/contract';
import { validationError } from '../http/api-error.ts';

/*
 * File names are generated: 32 random hexadecimal digits and an extension for the type. A picture larger than some of
 * these widths is also stored in those widths, as `{digits}-{width}.webp`.
 */

/** Widths in pixels in which pictures are served, in addition to the original size. */
export const WIDTHS = [96, 320, 800] as const;
export type Width = (typeof WIDTHS)[number];

const PICTURE_NAME = /^([0-9a-f]{32})\.webp$/;
const STORED_NAME = new RegExp(`^([0-9a-f]{32})(?:-(?:${WIDTHS.join('|')}))?\\.webp(?:\\.part)?$`);

/** Files other than pictures: tables and pages, in one size. */
const FILE_NAME = /^[0-9a-f]{32}\.(?:csv|xlsx|pdf)(?=$|\.part$)/;
export const newFileName = (extension: 'csv' | 'xlsx' | 'pdf'): string =>
  `${randomBytes(16).toString('hex')}.${extension}`;

export const newPictureName = (): string => `${randomBytes(16).toString('hex')}.webp`;
export const isPictureName = (name: string): boolean => PICTURE_NAME.test(name);
/** The name of a picture's file at a smaller width. */
export const resizedFileName = (name: string, width: Width): string => name.replace('.', `-${width}.`);
/** The name of the file to which a stored object belongs; undefined for an object not created by this app. */
export function storedFileName(stored: string): string | undefined {
  const digits = STORED_NAME.exec(stored)?.[1];
  return digits === undefined ? FILE_NAME.exec(stored)?.[0] : `${digits}.webp`;
}

/** The requested width; undefined for the original size. Throws a 422 for an unsupported width. */
export function parseWidth({ width }: Readonly<Record<string, unknown>>): Width | undefined {
  if (width === undefined) return undefined;
  const supportedWidth = WIDTHS.find((w) => String(w) === width);
  if (supportedWidth === undefined) throw validationError({ width: [message('choice', WIDTHS.join(', '))] });
  return supportedWidth;
}
