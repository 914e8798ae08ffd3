import { hash } from 'node:crypto';
import { createSlots } from '../../platform/http/slots.ts';
import type { Card } from './card.ts';

/** Changes with the drawing: the older one that browsers have kept is another card. */
const DESIGN = 1;
/** Bytes of drawn cards that a process keeps: a few pages of a list. */
const KEPT_BYTES = 8 << 20;

/** Pixels across of a card as it is printed: 300 to the inch. */
export const PICTURE_WIDTH = 1011;

/** Pixels across of a picture, or a page to print. */
export type Form = number | 'page';

export interface DrawnCards {
  /** Names a card's drawing: the same card in the same form has the same tag on every server. */
  tagOf(card: Card, form: Form): string;
  draw(card: Card, form: Form): Promise<Uint8Array>;
}

/** Draws cards, a few at a time, and keeps the last of them. */
export function createDrawnCards(): DrawnCards {
  const inSlot = createSlots({ size: 2, queue: 200 });
  const kept = new Map<string, Uint8Array>();
  let size = 0;

  const tagOf: DrawnCards['tagOf'] = (card, form) => hash('sha256', JSON.stringify([DESIGN, form, card]), 'base64url');

  function keep(tag: string, bytes: Uint8Array): void {
    size += bytes.length - (kept.get(tag)?.length ?? 0);
    kept.delete(tag);
    kept.set(tag, bytes);
    for (const [oldest, { length }] of kept) {
      if (size <= KEPT_BYTES) break;
      kept.delete(oldest);
      size -= length;
    }
  }

  return {
    tagOf,
    async draw(card, form) {
      const tag = tagOf(card, form);
      const known = kept.get(tag);
      const bytes =
        known ??
        (await inSlot(async () => {
          // Loaded with the first card: letters and codes take memory, and most processes draw none.
          const { layOut } = await import('./layout.ts');
          const shapes = layOut(card);
          if (form === 'page') return (await import('./page.ts')).drawPage(card, shapes);
          return (await import('./picture.ts')).drawPicture(shapes, form);
        }));
      keep(tag, bytes);
      return bytes;
    },
  };
}
