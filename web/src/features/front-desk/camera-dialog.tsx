import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { DialogFrame } from '../../ui/dialog.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { createCodeReader } from './read-code.ts';

/** Opens the camera and resolves to the first code it detects; undefined if closed. */
export const scanCode = (): Promise<string | undefined> =>
  openDialog<string>((onClose) => <CameraDialog onCode={onClose} />, { placement: 'top', width: '30rem' });

/** Milliseconds between two scans of the picture. */
const SCAN_INTERVAL_MS = 120;

function CameraDialog({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const onCodeRef = useRef(onCode);
  useEffect(() => {
    onCodeRef.current = onCode;
  });
  useEffect(() => {
    const abortController = new AbortController();
    scanVideo(video.current, abortController.signal, (code) => onCodeRef.current(code)).catch((error: unknown) =>
      setProblem(cameraErrorMessage(error)),
    );
    return () => abortController.abort();
  }, []);
  return (
    <DialogFrame title={t`Scan with camera`}>
      {problem === null ? (
        <>
          <div className="relative aspect-square w-full overflow-hidden rounded-lg bg-sunken">
            {/* A camera's picture has nothing to caption. */}
            <video ref={video} muted playsInline aria-label={t`Camera view`} className="size-full object-cover" />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-[18%] rounded-lg border-2 border-on-accent shadow-overlay"
            />
          </div>
          <p className="mt-3 text-center text-muted">
            <Trans>Hold the card’s code in front of the camera.</Trans>
          </p>
        </>
      ) : (
        <p role="alert" className="py-6 text-center text-muted">
          {problem}
        </p>
      )}
    </DialogFrame>
  );
}

/** Scans until a code is detected, and always switches the camera off. */
async function scanVideo(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  onCode: (code: string) => void,
): Promise<void> {
  if (!video) return;
  const [stream, readCode] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
    createCodeReader(),
  ]);
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  await video.play();
  const scanNext = async (): Promise<void> => {
    if (signal.aborted) return;
    const code = await readCode(video);
    if (code !== undefined && !signal.aborted) return onCode(code);
    setTimeout(() => void scanNext(), SCAN_INTERVAL_MS);
  };
  await scanNext();
}

function cameraErrorMessage(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return t`Camera access is blocked. Allow it in the browser, or enter the number.`;
  if (name === 'NotFoundError') return t`No camera found. Enter the number.`;
  return t`The camera is not available. Enter the number.`;
}
