import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** The roles of a theme, from its block in tokens.css. */
function themeOf(name: string): Map<string, string> {
  const block = new RegExp(`\\[data-theme='${name}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return new Map([...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1] ?? '', m[2] ?? '']));
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

const GROUNDS = ['canvas', 'surface', 'sunken', 'raised'];
const TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ['text', [...GROUNDS, 'hover', 'accent-soft', 'danger-soft', 'warning-soft']],
  ['muted', [...GROUNDS, 'hover', 'accent-soft']],
  ['faint', [...GROUNDS, 'hover']],
  ['accent-text', [...GROUNDS, 'hover', 'accent-soft']],
  ['on-accent', ['accent', 'accent-hover']],
  ['on-danger', ['danger', 'danger-hover']],
  ['on-inverse', ['inverse']],
  ['danger', GROUNDS],
  ['danger-text', [...GROUNDS, 'danger-soft']],
  ['warning-text', [...GROUNDS, 'warning-soft']],
  ['success-text', [...GROUNDS, 'success-soft']],
  ['info-text', [...GROUNDS, 'info-soft']],
];
const LINES: readonly (readonly [string, readonly string[]])[] = [
  ['strong-border', GROUNDS],
  ['focus', GROUNDS],
  ['accent', GROUNDS],
  ['warning', GROUNDS],
  ['success', GROUNDS],
  ['info', GROUNDS],
];

describe.each(['light', 'dark'])('the %s theme', (name) => {
  const theme = themeOf(name);
  const color = (role: string): string => {
    const value = theme.get(role);
    if (value === undefined) throw new Error(`${name} has no ${role}`);
    return value;
  };

  it.each(TEXTS)('shows %s at 4.5:1 or more on everything it stands on', (role, grounds) => {
    const tooFaint = grounds.filter((ground) => contrast(color(role), color(ground)) < 4.5);
    expect(tooFaint).toEqual([]);
  });

  it.each(LINES)('shows %s at 3:1 or more on every ground', (role, grounds) => {
    const tooFaint = grounds.filter((ground) => contrast(color(role), color(ground)) < 3);
    expect(tooFaint).toEqual([]);
  });

  it('sets every role that the light theme has', () => {
    expect([...theme.keys()].sort()).toEqual([...themeOf('light').keys()].sort());
  });
});
