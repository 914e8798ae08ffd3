/** Reads a code in the present picture of a video; undefined if there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>;

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
export async function createCodeReader(): Promise<CodeReader> {
  // Missing from the platform types, because not every browser has it.
  const { BarcodeDetector: NativeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const nativeFormats = NativeDetector ? await NativeDetector.getSupportedFormats() : [];
  const supportedFormats = FORMATS.filter((format) => nativeFormats.includes(format));
  if (NativeDetector && supportedFormats.includes('qr_code')) {
    const detector = new NativeDetector({ formats: supportedFormats });
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
