import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DARK_THEMES, THEMES, isDark } from '@innkeeper/contract';

const css = readFileSync(new URL('themes.css', import.meta.url), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');

/** The rules of the file before its media queries, in order: selectors, and the text between the braces. */
const RULES = [...css.slice(0, css.indexOf('@media')).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selectors, body]) => ({
  selectors: (selectors ?? '').split(',').map((selector) => selector.trim()),
  body: body ?? '',
}));

/** The roles of a theme with their values after the cascade, in which later rules win. */
function rolesOf(theme: string): Map<string, string> {
  const own = RULES.filter(({ selectors }) => selectors.includes(`[data-theme='${theme}']`));
  return new Map(
    own.flatMap(({ body }) => [...body.matchAll(/--([a-z0-9-]+): ([^;]+);/g)].map((m) => [m[1] ?? '', m[2] ?? ''])),
  );
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const colorOf =
  (theme: string) =>
  (role: string): string => {
    const value = rolesOf(theme).get(role);
    if (!value?.startsWith('#')) throw new Error(`${theme} has no colour for ${role}`);
    return value;
  };

/** The backgrounds of pages, of toolbar and footer, of the navigation, and of popups. */
const BACKGROUNDS = ['canvas', 'surface', 'sunken', 'raised'];
const TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ['text', [...BACKGROUNDS, 'hover', 'accent-soft', 'danger-soft', 'warning-soft', 'success-soft', 'info-soft']],
  ['muted', [...BACKGROUNDS, 'hover', 'accent-soft']],
  ['faint', [...BACKGROUNDS, 'hover', 'accent-soft']],
  ['accent-text', [...BACKGROUNDS, 'hover', 'accent-soft']],
  ['on-accent', ['accent', 'accent-hover']],
  ['on-danger', ['danger', 'danger-hover']],
  ['on-inverse', ['inverse']],
  ['danger', BACKGROUNDS],
  ['danger-text', [...BACKGROUNDS, 'hover', 'danger-soft']],
  ['warning-text', [...BACKGROUNDS, 'warning-soft']],
  ['success-text', [...BACKGROUNDS, 'success-soft']],
  ['info-text', [...BACKGROUNDS, 'info-soft']],
];
/** Focus rings are also within menu entries, on the hovered and on the active one. */
const LINES: readonly (readonly [string, readonly string[]])[] = [
  ['strong-border', BACKGROUNDS],
  ['focus', [...BACKGROUNDS, 'hover', 'accent-soft']],
  ['accent', BACKGROUNDS],
  ['warning', BACKGROUNDS],
  ['success', BACKGROUNDS],
  ['info', BACKGROUNDS],
];

/** The backgrounds of charts and bars. */
const SURFACES = ['canvas', 'surface', 'raised'];
/** Each in the order of its adjacent parts in a bar. */
const PALETTES: readonly (readonly [string, readonly string[]])[] = [
  ['standings', ['maintained', 'active', 'not-maintained', 'lapsed', 'no-card'].map((of) => `standing-${of}`)],
  ['series', [1, 2, 3, 4, 5, 6].map((n) => `series-${n}`)],
];

describe.each(THEMES)('the %s theme', (name) => {
  const color = colorOf(name);

  it.each(PALETTES)('shows its %s at 3:1 or more on their backgrounds, each distinct from the next', (_, roles) => {
    const tooFaint = roles.filter((role) => SURFACES.some((surface) => contrast(color(role), color(surface)) < 3));
    expect(tooFaint).toEqual([]);
    // A line in the background's colour separates two parts, so their lightness need not distinguish them alone.
    const indistinct = roles.filter((role, at) => at > 0 && contrast(color(role), color(roles[at - 1] ?? role)) < 1.8);
    expect(indistinct).toEqual([]);
  });

  it.each(TEXTS)('shows %s at 4.5:1 or more on all its backgrounds', (role, backgrounds) => {
    const tooFaint = backgrounds.filter((background) => contrast(color(role), color(background)) < 4.5);
    expect(tooFaint).toEqual([]);
  });

  it.each(LINES)('shows %s at 3:1 or more on all its backgrounds', (role, backgrounds) => {
    const tooFaint = backgrounds.filter((background) => contrast(color(role), color(background)) < 3);
    expect(tooFaint).toEqual([]);
  });

  it('sets every role that the light theme has', () => {
    expect([...rolesOf(name).keys()].sort()).toEqual([...rolesOf('light').keys()].sort());
  });

  it('distinguishes the hovered and the active entry from the background', () => {
    for (const background of ['surface', 'sunken', 'raised'])
      for (const role of ['hover', 'accent-soft'])
        expect(contrast(color(role), color(background)), `${role} on ${background}`).toBeGreaterThan(1.05);
  });
});

describe('all themes', () => {
  it('show a border between two areas in every combination', () => {
    const faint: string[] = [];
    for (const one of THEMES)
      for (const other of THEMES) {
        // The line belongs to the area at the edge: navigation, toolbar, footer.
        for (const background of ['sunken', 'surface']) {
          const [line, edge, page] = [colorOf(one)('border'), colorOf(one)(background), colorOf(other)('canvas')];
          const strongest = Math.max(contrast(line, page), contrast(edge, page), contrast(line, edge));
          if (strongest < 1.15) faint.push(`${one} ${background} at ${other}: ${strongest.toFixed(2)}`);
        }
      }
    expect(faint).toEqual([]);
  });

  it('differ from each other', () => {
    const themeColors = THEMES.map((name) => `${colorOf(name)('canvas')} ${colorOf(name)('accent')}`);
    expect(new Set(themeColors).size).toBe(THEMES.length);
  });

  it('there are at least eight, and at least three of them are dark', () => {
    expect(THEMES.length).toBeGreaterThanOrEqual(8);
    expect(DARK_THEMES.length).toBeGreaterThanOrEqual(3);
    for (const name of THEMES) {
      const background = luminance(colorOf(name)('canvas'));
      if (isDark(name)) expect(background, name).toBeLessThan(0.02);
      else expect(background, name).toBeGreaterThan(0.8);
    }
  });
});
