/** The messages on screen, the oldest first: variant and text. */
export const visibleMessages = (): (readonly [variant: string | undefined, text: string | null | undefined])[] =>
  [...document.querySelectorAll<HTMLElement>('.message')].map((message) => [
    message.dataset['variant'],
    message.querySelector('p')?.textContent,
  ]);
