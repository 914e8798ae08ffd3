import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useStill } from '../../ui/use-still.ts';

/** The text that the address of a search page carries. */
export function useAskedText(): string {
  const { q }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  // Digits in an address that was typed by hand are read as a number.
  return typeof q === 'string' || typeof q === 'number' ? String(q) : '';
}

/** The text in the box, which the address follows once the typing pauses, and which follows the address where that is changed. */
export function useTyped(): readonly [text: string, setText: (text: string) => void] {
  const navigate = useNavigate();
  const router = useRouter();
  const [home] = useState(() => router.latestLocation.pathname);
  const asked = useAskedText();
  const [text, setText] = useState(asked);
  const still = useStill(text.trim());
  // By the time the address has this text, the user may have typed more: a text sent from here is no news.
  const sent = useRef(asked);
  useEffect(() => {
    if (asked === sent.current) return;
    sent.current = asked;
    setText(asked);
  }, [asked]);
  useEffect(() => {
    if (still === sent.current) return;
    sent.current = still;
    // After a click on another page this one stays until that one is there; the address is already the other's.
    if (router.latestLocation.pathname !== home) return;
    void navigate({ to: '.', search: still === '' ? {} : { q: still }, replace: true, resetScroll: false });
  }, [still, navigate, router, home]);
  return [text, setText];
}
