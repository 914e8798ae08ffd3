const still = new CSSStyleSheet();
still.replaceSync(`*, ::before, ::after {
  animation: none !important;
  transition: none !important;
  scroll-behavior: auto !important;
}`);

/** Nothing moves: a test looks at the page at rest, and a frame that only fades costs as much as one that shows something new. */
export function keepStill(): void {
  document.adoptedStyleSheets = [still];
}

/** For a test that is about movement. */
export function letMove(): void {
  document.adoptedStyleSheets = [];
}
