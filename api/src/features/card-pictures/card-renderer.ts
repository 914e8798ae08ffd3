import { hash } from 'node:crypto';
import type { Width } from '../../platform/files/file-names.ts';
import { createLimiter } from '../../platform/http/limiter.ts';
import { loadFontsFor } from '../../platform/typesetting/typefaces.ts';
import type { Card } from './card.ts';

/** Increment when the drawing changes, to invalidate the pictures cached by browsers. */
const DESIGN_VERSION = 4;
/** Maximum bytes of drawn cards cached per process: a few pages of a list. */
const CACHE_BYTES = 8 << 20;

/** Width in pixels of a printed card, at 300 per inch. */
const PRINT_WIDTH = 1011;

/** A picture to print or in a smaller width for a screen, in pixels, or a page to print. */
export type RenderFormat = 'print' | Width | 'page';

export interface CardRenderer {
  /** An ETag: the same card in the same format has the same tag on every server. */
  tagOf(card: Card, format: RenderFormat): string;
  draw(card: Card, format: RenderFormat): Promise<Uint8Array>;
}

/** Draws cards, a few concurrently, and caches the most recent ones. */
export function createCardRenderer(): CardRenderer {
  const limitConcurrency = createLimiter({ size: 2, queue: 200 });
  const cache = new Map<string, Uint8Array>();
  let cachedBytes = 0;

  const tagOf: CardRenderer['tagOf'] = (card, format) =>
    hash('sha256', JSON.stringify([DESIGN_VERSION, format, card]), 'base64url');

  function cacheBytes(tag: string, bytes: Uint8Array): void {
    cachedBytes += bytes.length - (cache.get(tag)?.length ?? 0);
    cache.delete(tag);
    cache.set(tag, bytes);
    for (const [oldest, { length }] of cache) {
      if (cachedBytes <= CACHE_BYTES) break;
      cache.delete(oldest);
      cachedBytes -= length;
    }
  }

  return {
    tagOf,
    async draw(card, format) {
      const tag = tagOf(card, format);
      const cached = cache.get(tag);
      const bytes =
        cached ??
        (await limitConcurrency(async () => {
          // Loaded with the first card: fonts and QR codes take memory, and most processes draw none.
          const { layOutCard } = await import('./layout.ts');
          await loadFontsFor([card.name, card.membership, card.hotel, card.sbec_no]);
          const shapes = layOutCard(card);
          if (format === 'page') return (await import('./draw-page.ts')).drawPage(card, shapes);
          const { drawPicture } = await import('./draw-picture.ts');
          return format === 'print' ? drawPicture(shapes, PRINT_WIDTH, 'png') : drawPicture(shapes, format, 'webp');
        }));
      cacheBytes(tag, bytes);
      return bytes;
    },
  };
}
