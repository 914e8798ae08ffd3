import { resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import { type ReactNode, Suspense, useEffect, useId, useMemo, useRef } from 'react';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { openResourceForm } from '../../engine/form/form-dialog.tsx';
import { deleteImmediately, deleteWithConfirmation } from '../../engine/list/record-actions.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuButton, type MenuPanelProps } from '../../ui/menu-button.tsx';
import { MenuItem, MenuPanel } from '../../ui/menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';

const RichTextView = lazyComponent(async () => (await import('../../engine/form/rich-text-view.tsx')).RichTextView);

interface TemplatePartProps {
  name: string;
  /** Its text, with its placeholders. */
  text: string;
  isRich?: boolean;
  /** The parameter; none for the subject. */
  part?: ResourceRecord;
  /** The language's own value; undefined if the template's value applies. */
  ownValue?: ResourceRecord | undefined;
  /** The language has its own texts in other parts but uses the template's text in this one. */
  isInherited?: boolean;
  /** Opens it for editing; undefined for users with read access only. */
  onEdit: (() => void) | undefined;
  /** The open form, which returns the focus when it closes; false while closed. */
  form: ReactNode | false;
}

/** One part of a mail: its text, or the form that it is written in. */
export function TemplatePart({ name, text, isRich, part, ownValue, isInherited, onEdit, form }: TemplatePartProps) {
  const { t } = useLingui();
  const headingId = useId();
  const editButton = useRef<HTMLButtonElement>(null);
  const isOpen = form !== false;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) editButton.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <section aria-labelledby={headingId} className="rounded-lg border border-border bg-surface px-4 py-3">
      <header className={form ? 'sr-only' : 'flex min-h-(--control-small) items-center gap-2'}>
        <h3 id={headingId} className="min-w-0 text-sm font-semibold break-words text-muted">
          {name}
        </h3>
        {isInherited && (
          <Badge>
            <Trans>Template text</Trans>
          </Badge>
        )}
        {onEdit && !form && (
          <span className="ml-auto flex shrink-0 gap-1">
            <Button
              ref={editButton}
              size="small"
              variant="ghost"
              aria-label={t`Edit: ${name}`}
              icon={<Pencil size={14} />}
              onClick={onEdit}
            >
              <Trans>Edit</Trans>
            </Button>
            {part && <PartMenu part={part} ownValue={ownValue} name={name} />}
          </span>
        )}
      </header>
      {form || (
        <div className="mt-1 min-w-0 break-words">
          {isRich ? (
            <Suspense fallback={<Skeleton className="h-16 w-full" />}>
              <RichTextView html={text} />
            </Suspense>
          ) : (
            <p className="whitespace-pre-wrap">
              <HighlightedText text={text} />
            </p>
          )}
        </div>
      )}
    </section>
  );
}

/** A text with its placeholders highlighted. */
function HighlightedText({ text }: { text: string }) {
  return text.split(/(\{\{[^{}]*\}\})/).map((segment, index) =>
    index % 2 === 0 ? (
      segment
    ) : (
      <code key={index} className="rounded-sm bg-sunken px-1 font-mono text-sm text-muted">
        {segment}
      </code>
    ),
  );
}

const { mail_params, mail_language_params } = resources;

function PartMenu({
  part,
  ownValue,
  name,
}: {
  part: ResourceRecord;
  ownValue: ResourceRecord | undefined;
  name: string;
}) {
  const { t } = useLingui();
  // A new component on each render would remove the open menu and its focus.
  const Panel = useMemo(
    () =>
      function Panel(props: MenuPanelProps) {
        return (
          <MenuPanel {...props}>
            <MenuItem onClick={() => void openResourceForm({ definition: mail_params, id: part.id })}>
              <Trans>Name, kind and order…</Trans>
            </MenuItem>
            {ownValue && (
              <MenuItem onClick={() => void deleteImmediately(mail_language_params, ownValue)}>
                <Trans>Use the template’s text</Trans>
              </MenuItem>
            )}
            <MenuItem onClick={() => void deleteWithConfirmation(mail_params, part)}>
              <Trans>Delete in all languages…</Trans>
            </MenuItem>
          </MenuPanel>
        );
      },
    [part, ownValue],
  );
  return (
    <MenuButton
      trigger={
        <IconButton size="small" label={t`More actions for ${name}`}>
          <Ellipsis size={16} />
        </IconButton>
      }
      panel={Panel}
    />
  );
}
