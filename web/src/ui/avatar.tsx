import { useState } from 'react';

/**
 * A person's photo, or the initials if there is none or it does not load. Hidden from screen readers, because the name
 * is shown beside it.
 */
export function Avatar({ name, photo, size = 28 }: { name: string; photo?: string | null; size?: number }) {
  const [brokenPhoto, setBrokenPhoto] = useState<string>();
  if (photo && photo !== brokenPhoto) {
    return (
      <img
        src={photo}
        onError={() => setBrokenPhoto(photo)}
        alt=""
        width={size}
        height={size}
        className="shrink-0 rounded-full object-cover"
        style={{ width: size, height: size }}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      data-initials={getInitials(name)}
      className="flex shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text before:content-[attr(data-initials)]"
      style={{ width: size, height: size, fontSize: size * 0.4 }}
    />
  );
}

function getInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? '').join('');
}
