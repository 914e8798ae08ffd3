import { useEffect, useRef, useState } from 'react';

/**
 * Accepts files that are dropped anywhere on the page; returns whether files are being dragged over it. Without this, a
 * file dropped next to the marked area would replace the page in the browser.
 */
export function useFileDrop(onFiles: (files: FileList) => void): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const latestOnFiles = useRef(onFiles);
  useEffect(() => {
    latestOnFiles.current = onFiles;
  });
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDraggedOver(true);
    };
    // Every element fires this when the pointer leaves it. Only leaving the page itself has no related target.
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setDraggedOver(false);
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDraggedOver(false);
      if (event.dataTransfer) latestOnFiles.current(event.dataTransfer.files);
    };
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('dragover', onDragOver, { signal });
    addEventListener('dragleave', onDragLeave, { signal });
    addEventListener('drop', onDrop, { signal });
    return () => controller.abort();
  }, []);
  return isDraggedOver;
}
