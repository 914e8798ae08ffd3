import { useLingui } from '@lingui/react/macro';
import { classNames } from '../../ui/class-names.ts';
import { Segmented } from '../../ui/segmented.tsx';
import type { RenderedMail } from '@innkeeper/contract/calls';

/** Display mode of a mail: light, dark or plain text. */
export type Appearance = 'light' | 'dark' | 'text';

export function AppearanceChoice({
  value,
  onValueChange,
}: {
  value: Appearance;
  onValueChange: (appearance: Appearance) => void;
}) {
  const { t } = useLingui();
  return (
    <Segmented
      label={t`Appearance`}
      value={value}
      onValueChange={onValueChange}
      options={[
        { value: 'light', label: t`Light` },
        { value: 'dark', label: t`Dark` },
        { value: 'text', label: t`Plain text` },
      ]}
    />
  );
}

/** A mail's styles query the device for dark mode; this replaces the query by the chosen mode. */
const withColorScheme = (html: string, appearance: Appearance): string =>
  html.replace('@media (prefers-color-scheme:dark)', appearance === 'dark' ? '@media all' : '@media not all');

interface MailViewProps {
  mail: RenderedMail;
  appearance: Appearance;
  /** Classes that set the height. */
  className: string;
}

/** A mail as received. A plain-text account mail looks the same in light and dark mode. */
export function MailView({ mail: { subject, html, text }, appearance, className }: MailViewProps) {
  const { t } = useLingui();
  return (
    <>
      <p className="border-b border-border bg-sunken px-4 py-2.5">
        <span className="sr-only">{t`Subject`}: </span>
        <span className="font-semibold break-words">{subject}</span>
      </p>
      {appearance === 'text' || html === null ? (
        <pre
          tabIndex={0}
          className={classNames(
            'overflow-auto bg-surface px-4 py-3 font-mono text-sm break-words whitespace-pre-wrap',
            className,
          )}
        >
          {text}
        </pre>
      ) : (
        // Sandboxed: runs no scripts and cannot access this page.
        <iframe
          key={appearance}
          title={t`Email`}
          sandbox=""
          srcDoc={withColorScheme(html, appearance)}
          className={classNames('block w-full border-0', className)}
        />
      )}
    </>
  );
}
