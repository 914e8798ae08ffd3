const debounced = new CSSStyleSheet();
debounced.replaceSync(`*, ::before, ::after {
  animation: none !important;
  transition: none !important;
  scroll-behavior: auto !important;
}`);

/** Nothing moves: a test looks at the page at rest, and a frame that only fades costs as much as one that shows something new. */
export function disableMotion(): void {
  document.adoptedStyleSheets = [debounced];
}

/** For a test that is about movement. */
export function enableMotion(): void {
  document.adoptedStyleSheets = [];
}
