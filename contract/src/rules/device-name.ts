export interface DeviceName {
  /** Undefined if the user agent does not name it. */
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly isHandheld: boolean;
}

/** The first match wins, because a browser also names the browsers it descends from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\/|\bHeadlessChrome\//, 'Chrome'],
  [/^(?=.*\bVersion\/\d).*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const matchName = (patterns: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  patterns.find(([pattern]) => pattern.test(text))?.[1];

/**
 * The common names of browser and operating system from the user agent. A client that is not a browser is named by its
 * own name.
 */
export function parseDeviceName(userAgent: string | null): DeviceName {
  const text = userAgent ?? '';
  const system = matchName(SYSTEMS, text);
  return {
    browser: matchName(BROWSERS, text) ?? (system === undefined ? /^[\w.-]+(?=\/|$)/.exec(text)?.[0] : undefined),
    system,
    isHandheld: /\b(?:iPhone|iPad|Android|Mobile)\b/.test(text),
  };
}
