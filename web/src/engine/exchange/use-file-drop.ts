import { useEffect, useRef, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page, and tells whether some are held over it: beside a marked field the browser
 * would leave the page for the file.
 */
export function useFileDrop(onFiles: (files: FileList) => void): boolean {
  const [isOver, setOver] = useState(false);
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
    // Each element that is left says so; the page itself is left for nothing.
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
  return isOver;
}
