import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';

/** The search text in the page's address. */
export function useQueryText(): string {
  const { q }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  // The router parses a manually entered `q` of digits as a number.
  return typeof q === 'string' || typeof q === 'number' ? String(q) : '';
}

/** The text in the box. The address follows it once the user pauses typing; a changed address replaces it. */
export function useSearchText(): readonly [text: string, setText: (text: string) => void] {
  const navigate = useNavigate();
  const router = useRouter();
  const [pagePath] = useState(() => router.latestLocation.pathname);
  const searchText = useQueryText();
  const [text, setText] = useState(searchText);
  const debouncedText = useDebouncedValue(text.trim());
  // The user may have typed more by the time the address has this text, so a text sent from here is ignored.
  const lastSentText = useRef(searchText);
  useEffect(() => {
    if (searchText === lastSentText.current) return;
    lastSentText.current = searchText;
    setText(searchText);
  }, [searchText]);
  useEffect(() => {
    if (debouncedText === lastSentText.current) return;
    lastSentText.current = debouncedText;
    // After navigation starts, this page stays mounted until the next page has loaded, while the address is already the
    // other page's.
    if (router.latestLocation.pathname !== pagePath) return;
    void navigate({
      to: '.',
      search: debouncedText === '' ? {} : { q: debouncedText },
      replace: true,
      resetScroll: false,
    });
  }, [debouncedText, navigate, router, pagePath]);
  return [text, setText];
}
