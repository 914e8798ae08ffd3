/** The messages on screen, the oldest first: how each is meant, and its words. */
export const shownMessages = (): (readonly [variant: string | undefined, words: string | null | undefined])[] =>
  [...document.querySelectorAll<HTMLElement>('.message')].map((message) => [
    message.dataset['variant'],
    message.querySelector('p')?.textContent,
  ]);
