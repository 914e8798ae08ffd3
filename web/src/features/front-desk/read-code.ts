/** Reads a code in the present picture of a video; undefined if there is none. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | undefined>;

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = (new (options: { formats: readonly string[] }) => Detector) & {
  getSupportedFormats(): Promise<readonly string[]>;
};

/** Code formats on cards and vouchers: QR codes on those printed here, bar codes on older cards. */
const FORMATS = ['qr_code', 'code_128', 'code_39', 'ean_13'] as const;

/**
 * This browser's code reader: its own detector, which also reads bar codes, or a loaded library that reads QR codes.
 */
export async function readCodes(): Promise<ReadCode> {
  // Not every browser has it, so that the types of the platform do not name it.
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = Native ? await Native.getSupportedFormats() : [];
  const known = FORMATS.filter((format) => formats.includes(format));
  if (Native && known.includes('qr_code')) {
    const detector = new Native({ formats: known });
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  const { default: decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (!context || video.videoWidth === 0) return undefined;
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    context.drawImage(video, 0, 0);
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      // It throws if there is no code, which is nearly always the case.
      return undefined;
    }
  };
}
