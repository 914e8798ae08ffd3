import { hash } from 'node:crypto';
import { createLimiter } from '../../platform/http/limiter.ts';
import type { Card } from './card.ts';

/** Increase with each change of the drawing, to invalidate the pictures cached by browsers. */
const DESIGN_VERSION = 1;
/** Maximum bytes of drawn cards cached per process: a few pages of a list. */
const CACHE_BYTES = 8 << 20;

/** Width in pixels of a printed card, at 300 per inch. */
export const PICTURE_WIDTH = 1011;

/** The width of a picture in pixels, or a page to print. */
export type RenderFormat = number | 'page';

export interface CardRenderer {
  /** An ETag: the same card in the same form has the same tag on every server. */
  tagOf(card: Card, form: RenderFormat): string;
  draw(card: Card, form: RenderFormat): Promise<Uint8Array>;
}

/** Draws cards, a few concurrently, and caches the most recent ones. */
export function createCardRenderer(): CardRenderer {
  const limitDrawing = createLimiter({ size: 2, queue: 200 });
  const cache = new Map<string, Uint8Array>();
  let size = 0;

  const tagOf: CardRenderer['tagOf'] = (card, form) =>
    hash('sha256', JSON.stringify([DESIGN_VERSION, form, card]), 'base64url');

  function storeTag(tag: string, bytes: Uint8Array): void {
    size += bytes.length - (cache.get(tag)?.length ?? 0);
    cache.delete(tag);
    cache.set(tag, bytes);
    for (const [oldest, { length }] of cache) {
      if (size <= CACHE_BYTES) break;
      cache.delete(oldest);
      size -= length;
    }
  }

  return {
    tagOf,
    async draw(card, form) {
      const tag = tagOf(card, form);
      const known = cache.get(tag);
      const bytes =
        known ??
        (await limitDrawing(async () => {
          // Loaded with the first card: fonts and QR codes take memory, and most processes draw none.
          const { layOut } = await import('./layout.ts');
          const shapes = layOut(card);
          if (form === 'page') return (await import('./draw-page.ts')).drawPage(card, shapes);
          return (await import('./draw-picture.ts')).drawPicture(shapes, form);
        }));
      storeTag(tag, bytes);
      return bytes;
    },
  };
}
