import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MESSAGE_ICONS, MESSAGE_TONES } from '../../ui/message-style.ts';
import { clearMessageHistory, messageHistory } from '../../ui/message-store.ts';
import { useStore } from '../../ui/store.ts';
import { Section } from './section.tsx';

const padTwo = (value: number): string => String(value).padStart(2, '0');

/** The messages of this session: they disappear by themselves, so the user may have missed some. */
export function MessageHistory() {
  const { t } = useLingui();
  const pastMessages = useStore(messageHistory);
  const variantNames = { success: t`Success`, warning: t`Warning`, error: t`Error`, info: t`Information` };
  return (
    <Section
      title={t`Messages`}
      action={
        pastMessages.length > 0 && (
          <Button variant="ghost" size="small" className="-mr-2.5" onClick={clearMessageHistory}>
            <Trans>Clear all</Trans>
          </Button>
        )
      }
    >
      {pastMessages.length === 0 ? (
        <p className="text-muted">
          <Trans>No messages yet</Trans>
        </p>
      ) : (
        <ul
          tabIndex={0}
          aria-label={t`Messages of this session`}
          className="flex max-h-80 flex-col gap-2 overflow-y-auto rounded-sm"
        >
          {pastMessages.map(({ id, message, variant, at }) => {
            const Icon = MESSAGE_ICONS[variant];
            const date = new Date(at);
            return (
              <li key={id} className="flex items-start gap-2.5">
                <Icon size={16} aria-hidden="true" className={classNames('mt-1 shrink-0', MESSAGE_TONES[variant])} />
                <p className="min-w-0 flex-1">
                  <span className="sr-only">{variantNames[variant]}: </span>
                  {message}
                </p>
                <time dateTime={date.toISOString()} className="mt-0.5 text-xs text-faint tabular">
                  {`${padTwo(date.getHours())}:${padTwo(date.getMinutes())}`}
                </time>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
