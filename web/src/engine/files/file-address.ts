import { currentLanguage } from '../../i18n/language.ts';

/** Widths in pixels in which the server stores a picture, in addition to the original. */
export type PictureWidth = 96 | 320 | 800;

const PICTURE_EXTENSION = /\.(?:png|jpe?g|gif|webp|avif)$/i;
const MEMBER_CARD_FILE = /\/member-card-\d+-\w+\.png$/;

/** The last segment of an address, without its signature. */
export const fileName = (address: string): string => decodeURIComponent(pathOf(address).split('/').at(-1) ?? '');

export const isPicture = (address: string): boolean => PICTURE_EXTENSION.test(pathOf(address));

/** The address of a stored picture in a smaller width. */
export const resizedPicture = (address: string, width: PictureWidth): string => addParameter(address, `width=${width}`);

/** The address of a file as the user sees it: a member card is drawn in the language of the console. */
export const localizedFile = (address: string): string =>
  MEMBER_CARD_FILE.test(pathOf(address)) ? addParameter(address, `language=${currentLanguage()}`) : address;

const addParameter = (address: string, parameter: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${parameter}`;

/** The printable page of a member card; undefined for any other picture. The signature is valid for both. */
export const printablePage = (address: string): string | undefined =>
  MEMBER_CARD_FILE.test(pathOf(address)) ? address.replace('.png', '.pdf') : undefined;

const pathOf = (address: string): string => address.split('?')[0] ?? '';
