import { permission, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { openResourceForm } from '../../engine/form/form-dialog.tsx';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { usePlaceholders } from './placeholders.ts';

const { mail_data } = resources;

/** The placeholders of a template's texts, with their meanings. */
export function TemplatePlaceholders({ template }: { template: ResourceRecord }) {
  const { t } = useLingui();
  const placeholders = usePlaceholders(template.id);
  const canAdd = template.deleted_at === null && can(permission('STORE', mail_data.permission));
  const count = placeholders.length;
  return (
    <details className="group rounded-lg border border-border bg-surface px-4 py-3">
      <summary className="flex items-center gap-1 font-semibold">
        <ChevronRight size={15} className="shrink-0 group-open:rotate-90" />
        {t`Placeholders (${count})`}
      </summary>
      <dl className="mt-3 grid gap-x-4 gap-y-1.5 text-sm @lg:grid-cols-[max-content_1fr]">
        {placeholders.map(({ text, meaning }) => (
          <div key={text} className="contents">
            <dt className="font-mono break-all">{text}</dt>
            <dd className="text-muted max-@lg:mb-1">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        {canAdd && (
          <Button
            size="small"
            onClick={() =>
              void openResourceForm({
                definition: mail_data,
                defaults: { mail_template_id: template.id, sort_no: count + 1 },
              })
            }
          >
            <Trans>Add placeholder</Trans>
          </Button>
        )}
        <Link to="." search={{ tab: 'mail_data.mail_template_id' }} className="link touch-line text-sm">
          <Trans>All placeholders of this template</Trans>
        </Link>
      </p>
    </details>
  );
}
