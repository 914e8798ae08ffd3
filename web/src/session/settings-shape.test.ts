import { describe, expect, test } from 'vitest';
import { DEFAULT_APPEARANCE, mergeSettings, toSettings } from './settings-shape.ts';

describe('settings of any origin', () => {
  test('default to a vertical layout in full width and the light theme', () => {
    for (const emptyValue of [null, undefined, 7, 'dark', [], {}])
      expect(toSettings(emptyValue)).toEqual(DEFAULT_APPEARANCE);
    expect(DEFAULT_APPEARANCE.layout.style).toBe('layout1');
    expect(DEFAULT_APPEARANCE.themes.main).toBe('light');
  });

  test('replace an invalid value with its default, and retain the valid ones', () => {
    expect(
      toSettings({
        layout: { style: 'layout9', config: { footer: false } },
        themes: { main: 'night', navbar: 'system', toolbar: 3 },
        customScrollbars: 'yes',
      }),
    ).toEqual({
      layout: { style: 'layout1', config: { footer: false } },
      themes: { main: 'night', navbar: 'main', toolbar: 'main', footer: 'main' },
      customScrollbars: true,
    });
  });

  test('do not accept the name of an inherited property as a theme', () => {
    expect(toSettings({ themes: { main: 'constructor' } }).themes.main).toBe('light');
  });

  test('are converted from the older format with one theme and a folded navigation', () => {
    const convertedSettings = toSettings({ theme: 'dark', folded: true });
    expect(convertedSettings).toEqual({
      ...DEFAULT_APPEARANCE,
      layout: { style: 'layout1', config: { folded: true } },
      themes: { ...DEFAULT_APPEARANCE.themes, main: 'dark' },
    });
    expect(toSettings({ theme: 'system' }).themes.main).toBe('system');
    expect(toSettings({ theme: 'dark', themes: { main: 'sand' } }).themes.main).toBe('sand');
  });

  test('retain unknown keys', () => {
    expect(toSettings({ lists: { density: 'cosy' } })['lists']).toEqual({ density: 'cosy' });
  });
});

describe('settings of this device and of the user', () => {
  const deviceSettings = toSettings({ themes: { main: 'teak' }, layout: { style: 'layout3' }, language: 'id' });

  test('come from the device if the user has none', () => {
    expect(mergeSettings(deviceSettings, {})).toEqual(deviceSettings);
    expect(mergeSettings(deviceSettings, { language: 'en' })).toEqual({ ...deviceSettings, language: 'en' });
  });

  test('come from the user if there are any, also in the older format', () => {
    expect(mergeSettings(deviceSettings, { themes: { main: 'ink' } }).themes.main).toBe('ink');
    expect(mergeSettings(deviceSettings, { theme: 'dark' })).toMatchObject({
      themes: { main: 'dark' },
      layout: { style: 'layout3' },
    });
    expect(mergeSettings(deviceSettings, { folded: true }).layout).toEqual({
      style: 'layout1',
      config: { folded: true },
    });
  });
});
