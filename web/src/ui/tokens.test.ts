import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DARK_THEMES, THEMES, isDarkTheme } from '@innkeeper/contract';

const css = ['light.css', 'themes.css']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('')
  .replaceAll(/\/\*.*?\*\//gs, '');

/** The rules of the files before the media queries, in order: selectors, and the text between the braces. */
const CSS_RULES = [...css.slice(0, css.indexOf('@media')).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
  ([, selectors, body]) => ({
    selectors: (selectors ?? '').split(',').map((selector) => selector.trim()),
    body: body ?? '',
  }),
);

/** The roles of a theme with their values after the cascade, in which later rules win. */
function readRoles(theme: string): Map<string, string> {
  const themeRules = CSS_RULES.filter(({ selectors }) => selectors.includes(`[data-theme='${theme}']`));
  return new Map(themeRules.flatMap(({ body }) => readDeclarations(body)));
}

const readDeclarations = (rules: string): [role: string, value: string][] =>
  [...rules.matchAll(/--([a-z0-9-]+): ([^;]+);/g)].map((match) => [match[1] ?? '', match[2] ?? '']);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, blue: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(blue)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

const createColorLookup =
  (theme: string) =>
  (role: string): string => {
    const value = readRoles(theme).get(role);
    if (!value?.startsWith('#')) throw new Error(`${theme} has no colour for ${role}`);
    return value;
  };

/** The backgrounds of pages, of toolbar and footer, of the navigation, and of popups. */
const BACKGROUNDS = ['canvas', 'surface', 'sunken', 'raised'];
const TEXT_ROLES: readonly (readonly [string, readonly string[]])[] = [
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
/** Borders, focus rings and icons. Focus rings are also on the hovered and the active menu entry. */
const LINE_ROLES: readonly (readonly [string, readonly string[]])[] = [
  ['strong-border', BACKGROUNDS],
  ['focus', [...BACKGROUNDS, 'hover', 'accent-soft']],
  ['accent', BACKGROUNDS],
  ['warning', BACKGROUNDS],
  ['success', BACKGROUNDS],
  ['info', BACKGROUNDS],
];

/** The backgrounds of charts and bars. */
const SURFACES = ['canvas', 'surface', 'raised'];
/** Each palette is in the order of the parts of a bar. */
const PALETTES: readonly (readonly [string, readonly string[]])[] = [
  [
    'standings',
    ['maintained', 'active', 'not-maintained', 'lapsed', 'no-card'].map((standing) => `standing-${standing}`),
  ],
  ['series', [1, 2, 3, 4, 5, 6].map((number) => `series-${number}`)],
];

describe.each(THEMES)('the %s theme', (name) => {
  const color = createColorLookup(name);

  it.each(PALETTES)('shows its %s at 3:1 or more on their backgrounds, each distinct from the next', (_, roles) => {
    const tooFaint = roles.filter((role) => SURFACES.some((surface) => contrast(color(role), color(surface)) < 3));
    expect(tooFaint).toEqual([]);
    // A line in the background's colour separates the parts, so a lower contrast between them is enough.
    const indistinctRoles = roles.filter(
      (role, index) => index > 0 && contrast(color(role), color(roles[index - 1] ?? role)) < 1.8,
    );
    expect(indistinctRoles).toEqual([]);
  });

  it.each(TEXT_ROLES)('shows %s at 4.5:1 or more on all its backgrounds', (role, backgrounds) => {
    const tooFaint = backgrounds.filter((background) => contrast(color(role), color(background)) < 4.5);
    expect(tooFaint).toEqual([]);
  });

  it.each(LINE_ROLES)('shows %s at 3:1 or more on all its backgrounds', (role, backgrounds) => {
    const tooFaint = backgrounds.filter((background) => contrast(color(role), color(background)) < 3);
    expect(tooFaint).toEqual([]);
  });

  it('sets every role that the light theme has', () => {
    expect([...readRoles(name).keys()].sort()).toEqual([...readRoles('light').keys()].sort());
  });

  it('distinguishes the hovered and the active entry from the background', () => {
    for (const background of ['surface', 'sunken', 'raised'])
      for (const role of ['hover', 'accent-soft'])
        expect(contrast(color(role), color(background)), `${role} on ${background}`).toBeGreaterThan(1.05);
  });
});

describe('a printed page', () => {
  const printCss = readFileSync(new URL('print.css', import.meta.url), 'utf8');
  const roles = new Map([...readRoles('light'), ...readDeclarations(printCss)]);

  it('has the roles of the first theme, and changes no others', () => {
    expect([...roles.keys()]).toEqual([...readRoles('light').keys()]);
  });

  it.each(TEXT_ROLES)('shows %s at 4.5:1 or more on all its backgrounds', (role, backgrounds) => {
    const color = (name: string) => roles.get(name) ?? '';
    expect(backgrounds.filter((background) => contrast(color(role), color(background)) < 4.5)).toEqual([]);
  });
});

describe('all themes', () => {
  it('show a border between two areas in every combination', () => {
    const faintBorders: string[] = [];
    for (const navigationTheme of THEMES)
      for (const pageTheme of THEMES) {
        // The border belongs to the area beside the page: navigation, toolbar or footer.
        for (const background of ['sunken', 'surface']) {
          const [border, area, canvas] = [
            createColorLookup(navigationTheme)('border'),
            createColorLookup(navigationTheme)(background),
            createColorLookup(pageTheme)('canvas'),
          ];
          const strongest = Math.max(contrast(border, canvas), contrast(area, canvas), contrast(border, area));
          if (strongest < 1.15)
            faintBorders.push(`${navigationTheme} ${background} at ${pageTheme}: ${strongest.toFixed(2)}`);
        }
      }
    expect(faintBorders).toEqual([]);
  });

  it('differ from each other', () => {
    const themeColors = THEMES.map(
      (name) => `${createColorLookup(name)('canvas')} ${createColorLookup(name)('accent')}`,
    );
    expect(new Set(themeColors).size).toBe(THEMES.length);
  });

  it('there are at least eight, and at least three of them are dark', () => {
    expect(THEMES.length).toBeGreaterThanOrEqual(8);
    expect(DARK_THEMES.length).toBeGreaterThanOrEqual(3);
    for (const name of THEMES) {
      const background = luminance(createColorLookup(name)('canvas'));
      if (isDarkTheme(name)) expect(background, name).toBeLessThan(0.02);
      else expect(background, name).toBeGreaterThan(0.8);
    }
  });
});
