const motionlessStyles = new CSSStyleSheet();
motionlessStyles.replaceSync(`*, ::before, ::after {
  animation: none !important;
  transition: none !important;
  scroll-behavior: auto !important;
}`);

/** Disables animations. Tests check the page at rest, and a frame of a fade costs as much as any other. */
export function disableMotion(): void {
  document.adoptedStyleSheets = [motionlessStyles];
}

/** Enables animations, for tests of movement. */
export function enableMotion(): void {
  document.adoptedStyleSheets = [];
}
