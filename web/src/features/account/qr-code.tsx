import { useMemo } from 'react';
import encodeQr from 'qr';

/** Renders a text as a QR code. Cameras need dark on light, so it ignores the theme and has its own margin. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => createPath(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      data-theme="light"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-md border border-border bg-surface forced-color-adjust-none"
    >
      <path d={path} className="fill-text" />
    </svg>
  );
}

/** Draws each horizontal run of dark modules as one shape, which needs far fewer path commands than single squares. */
function createPath(text: string): { size: number; path: string } {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 3 });
  const runs = rows.flatMap((row, y) => {
    const bits = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return Array.from(bits.matchAll(/1+/g), ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);
  });
  return { size: rows.length, path: runs.join('') };
}
