import { useEffect, useRef, useState } from 'react';

/**
 * Accepts files dropped anywhere on the page; returns whether files are being dragged over it. Otherwise a drop outside
 * the marked field would make the browser leave the page for the file.
 */
export function useFileDrop(onFiles: (files: FileList) => void): boolean {
  const [isDraggedOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // Every element fires this when the pointer leaves it. Only leaving the page itself has no related target.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) latest.current(event.dataTransfer.files);
    };
    const left = new AbortController();
    const { signal } = left;
    addEventListener('dragover', over, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('drop', drop, { signal });
    return () => left.abort();
  }, []);
  return isDraggedOver;
}
