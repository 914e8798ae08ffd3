import { useLingui } from '@lingui/react/macro';
import { classNames } from '../../ui/class-names.ts';
import { Segmented } from '../../ui/segmented.tsx';
import type { ShownMail } from '@innkeeper/contract/calls';

/** How a mail is looked at: by day, by night and as plain text. */
export type Look = 'light' | 'dark' | 'text';

export function LookChoice({ value, onValueChange }: { value: Look; onValueChange: (look: Look) => void }) {
  const { t } = useLingui();
  return (
    <Segmented
      label={t`Look`}
      value={value}
      onValueChange={onValueChange}
      options={[
        { value: 'light', label: t`Light` },
        { value: 'dark', label: t`Dark` },
        { value: 'text', label: t`Text only` },
      ]}
    />
  );
}

/** A mail asks the device whether it is dark; here the answer is the chosen look. */
const lit = (html: string, look: Look): string =>
  html.replace('@media (prefers-color-scheme:dark)', look === 'dark' ? '@media all' : '@media not all');

interface ShownProps {
  mail: ShownMail;
  look: Look;
  /** How high it is. */
  className: string;
}

/** A mail as it is received. A letter, which is plain text, looks the same by day and by night. */
export function Shown({ mail: { subject, html, text }, look, className }: ShownProps) {
  const { t } = useLingui();
  return (
    <>
      <p className="border-b border-border bg-sunken px-4 py-2.5">
        <span className="sr-only">{t`Subject`}: </span>
        <span className="font-semibold break-words">{subject}</span>
      </p>
      {look === 'text' || html === null ? (
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
        // Nothing in it runs, and nothing in it knows this page.
        <iframe
          key={look}
          title={t`The mail`}
          sandbox=""
          srcDoc={lit(html, look)}
          className={classNames('block w-full border-0', className)}
        />
      )}
    </>
  );
}
