import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Voucher pictures by subject: WebP of 640 × 400, made from the SVG of the same name in this folder. As in the file
 * store, a file is named after the first half of its SHA-256, so a changed picture gets a new name.
 */
export const DEMO_PICTURES = {
  bed: 'a890486cc43c580ae552af54e6baa562.webp',
  beach: '657091a4fe4ad191e4f84041da58df88.webp',
  breakfast: '9527dfab75e5d595a4295b97f7c709f4.webp',
  cake: 'a76d9421dd7b6760a7b8df423c77bc33.webp',
  car: '3702d939bf6abf30fb8b554a1d6171c3.webp',
  clock: 'afb8451c25aa1fcc2c82fff7577916f2.webp',
  coffee: '9d54bcc91608e30ada7993f1bdcb7d48.webp',
  dining: 'da76aae994e8e72b144a1c2ffcbf7640.webp',
  drink: '9bf558a53a0ceba8b50208134440f367.webp',
  key: '6a88a813cc98df999d75a9a1b5064092.webp',
  percent: 'd75d3aa922645dfa5f15d33b7870e4b6.webp',
  pool: 'da9430b58955b4481db48494cf98a099.webp',
  room: '7d2bf11395f7bd0cfcb2cd160759a1ab.webp',
  spa: 'f6dece34c33cd0635baeebbac05086cf.webp',
  tea: 'e202b1f231bd057644b74c1204b33e08.webp',
} as const;

export type PictureName = keyof typeof DEMO_PICTURES;

/** The names of the files that the demonstration's vouchers use. */
export const demoPictures: readonly string[] = Object.values(DEMO_PICTURES);

/** The drawing from which a picture was made, as SVG. */
export const readDemoDrawing = (picture: PictureName): Promise<string> =>
  readFile(join(import.meta.dirname, 'pictures', `${picture}.svg`), 'utf8');

/** The content of the picture with this name, for the file store. */
export const readDemoPicture = (name: string): Promise<Uint8Array> =>
  readFile(join(import.meta.dirname, 'pictures', name));
