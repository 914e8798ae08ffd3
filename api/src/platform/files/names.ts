import { randomBytes } from 'node:crypto';
import { message } from '@innkeeper/contract';
import { invalid } from '../http/fail.ts';

/*
 * Names of files, which nobody has chosen: 32 random hexadecimal digits and an ending that tells the type. A picture that is
 * larger than some of these widths is kept in them too, under `{digits}-{width}.webp`.
 */

/** Pixels across in which pictures are offered, beside the one in which they are kept. */
export const WIDTHS = [96, 320, 800] as const;
export type Width = (typeof WIDTHS)[number];

const NAME = /^([0-9a-f]{32})\.webp$/;
const KEPT = new RegExp(`^([0-9a-f]{32})(?:-(?:${WIDTHS.join('|')}))?\\.webp(?:\\.part)?$`);

/** Files that are no pictures: tables and pages, in one size. */
const FILE = /^[0-9a-f]{32}\.(?:csv|xlsx|pdf)(?=$|\.part$)/;
export const newFileName = (ending: 'csv' | 'xlsx' | 'pdf'): string => `${randomBytes(16).toString('hex')}.${ending}`;

export const newName = (): string => `${randomBytes(16).toString('hex')}.webp`;
export const isName = (name: string): boolean => NAME.test(name);
/** The name under which a picture is kept in a smaller width. */
export const nameAt = (name: string, width: Width): string => name.replace('.', `-${width}.`);
/** The file that an object in the store belongs to; undefined for an object that is none of ours. */
export function nameOfKept(kept: string): string | undefined {
  const digits = KEPT.exec(kept)?.[1];
  return digits === undefined ? FILE.exec(kept)?.[0] : `${digits}.webp`;
}

/** The width that an address asks for, undefined for the whole picture. Throws a 422 for one that is not offered. */
export function widthIn({ width }: Readonly<Record<string, unknown>>): Width | undefined {
  if (width === undefined) return undefined;
  const known = WIDTHS.find((w) => String(w) === width);
  if (known === undefined) throw invalid({ width: [message('choice', WIDTHS.join(', '))] });
  return known;
}
