import type { TwoFactorOffer } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import Copy from 'lucide-react/icons/copy';
import Smartphone from 'lucide-react/icons/smartphone';
import { type FormEvent, useState, useMemo } from 'react';
import { CODE_LENGTH, toCodeDigits } from '../../session/one-time-code.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { confirmTwoFactor, startTwoFactorSetup } from './profile-data.ts';
import { type CodesDialogProps, CodesFrame, PasswordFrame, openCodesDialog } from './two-factor-dialogs.tsx';
import { useFormErrors } from '../../session/use-form-errors.ts';
import { TextField } from '../../ui/text-field.tsx';
import encodeQr from 'qr';

/**
 * Leads from the password through the app's first code to the recovery codes. Two-factor sign-in is not enabled until
 * that code is correct.
 */
export const openTwoFactorSetup = (): Promise<void | undefined> => openCodesDialog(TwoFactorSetup);

function TwoFactorSetup({ onClose, onCodesShown }: CodesDialogProps) {
  const [offer, setOffer] = useState<TwoFactorOffer>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <CodesFrame codes={codes} onDone={onClose} />;
  const showCodes = (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes);
    onCodesShown();
  };
  if (offer) return <ScanFrame offer={offer} onCodesCreated={showCodes} />;
  return (
    <PasswordFrame
      title={<Trans>Set up two-factor sign-in</Trans>}
      message={
        <Trans>
          You need an authenticator app, such as Aegis, 2FAS, Google Authenticator or Microsoft Authenticator. Turning
          this on signs you out on all other devices. Enter your password to continue.
        </Trans>
      }
      onCancel={onClose}
      onSubmit={async (password) => setOffer(await startTwoFactorSetup(password))}
    />
  );
}

interface ScanFrameProps {
  offer: TwoFactorOffer;
  onCodesCreated: (codes: readonly string[]) => void;
}

function ScanFrame({ offer, onCodesCreated }: ScanFrameProps) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const { of, forget, submitting, send } = useFormErrors(['code']);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.length < CODE_LENGTH) return;
    if (!(await send(async () => onCodesCreated(await confirmTwoFactor(code))))) setCode('');
  };
  return (
    <DialogFrame
      title={<Trans>Set up two-factor sign-in</Trans>}
      footer={
        <Button
          type="submit"
          form="two-factor-code"
          variant="primary"
          disabled={code.length < CODE_LENGTH}
          pending={submitting}
        >
          <Trans>Turn on</Trans>
        </Button>
      }
    >
      <ol className="flex flex-col gap-6">
        <li>
          <h3 className="font-medium">
            <Trans>1. Scan this with your authenticator app</Trans>
          </h3>
          <div className="mt-3 flex flex-wrap gap-x-6 gap-y-4">
            <QrCode text={offer.uri} label={t`QR code for the authenticator app`} />
            <div className="flex min-w-48 flex-1 flex-col items-start gap-2">
              <a href={offer.uri} className={`${buttonClass()} hidden! pointer-coarse:inline-flex!`}>
                <Smartphone size={16} />
                <Trans>Open in the app on this phone</Trans>
              </a>
              <p className="text-muted">
                <Trans>Can’t scan it? Enter this key in the app:</Trans>
              </p>
              <div className="flex items-center gap-1">
                <code className="font-mono wrap-anywhere">{groupByFour(offer.secret)}</code>
                <IconButton size="small" label={t`Copy key`} onClick={() => void copyText(offer.secret)}>
                  <Copy size={16} />
                </IconButton>
              </div>
            </div>
          </div>
        </li>
        <li>
          <h3 className="font-medium">
            <Trans>2. Enter the code it shows</Trans>
          </h3>
          <form id="two-factor-code" onSubmit={(event) => void submit(event)} noValidate className="mt-2 max-w-48">
            <CodeField
              value={code}
              onValueChange={(value) => {
                setCode(value);
                forget('code');
              }}
              error={of('code')}
            />
          </form>
        </li>
      </ol>
    </DialogFrame>
  );
}

/** Groups of four are easier to read aloud and to type. */
const groupByFour = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? '';

interface CodeFieldProps {
  value: string;
  onValueChange: (value: string) => void;
  error: string | undefined;
}

/** Field for the six digits of an authenticator app. */
function CodeField({ value, onValueChange, error }: CodeFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Code`}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      required
      // On a touch screen, focus would open a keyboard over the code to scan.
      autoFocus={!matchMedia('(pointer: coarse)').matches}
      value={value}
      onValueChange={(text) => onValueChange(toCodeDigits(text))}
      error={error}
      className="[&_input]:text-xl [&_input]:tracking-[0.35em] [&_input]:tabular"
    />
  );
}

/** Renders a text as a QR code. Cameras need dark on light, so it ignores the theme and has its own margin. */
function QrCode({ text, label }: { text: string; label: string }) {
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
