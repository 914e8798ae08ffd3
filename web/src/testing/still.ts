const still = new CSSStyleSheet();
still.replaceSync(`*, ::before, ::after {
  animation: none !important;
  transition: none !important;
  scroll-behavior: auto !important;
}`);

/** Nothing moves: a test looks at what stands, and a frame that only fades costs as much as one that tells something. */
export function keepStill(): void {
  document.adoptedStyleSheets = [still];
}

/** For a test that is about movement. */
export function letMove(): void {
  document.adoptedStyleSheets = [];
}
