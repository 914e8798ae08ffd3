import { PRODUCT } from './page-title.ts';

/** The logo: a key. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      className="shrink-0 text-accent forced-color-adjust-none"
    >
      <rect width="32" height="32" rx="7" fill="currentColor" />
      <path
        d="M16 6a5 5 0 0 1 2 9.58V26h-4v-3h-2.5v-3H14v-4.42A5 5 0 0 1 16 6Zm0 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z"
        className="fill-on-accent"
      />
    </svg>
  );
}

export function Brand() {
  return (
    <span className="flex items-center gap-2.5">
      <BrandMark />
      <span className="text-lg font-semibold tracking-tight">{PRODUCT}</span>
    </span>
  );
}
