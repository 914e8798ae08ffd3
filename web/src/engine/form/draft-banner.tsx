import { Trans } from '@lingui/react/macro';
import History from 'lucide-react/icons/history';
import { formatDateTime } from '../../format/date.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import type { Draft } from './draft.ts';
import type { ResourceForm } from './use-resource-form.ts';

/** Offers the unsaved draft of an earlier visit. */
export function DraftBanner({ form, draft }: { form: ResourceForm; draft: Draft }) {
  const label = useLabel();
  const fields = Object.keys(draft.changes).flatMap((name) => {
    const field = form.definition.fields[name];
    return field ? [label(field.label)] : [];
  });
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-info-soft px-3 py-2 text-info-text"
    >
      <History size={18} className="shrink-0" />
      <p className="min-w-56 flex-1">
        <Trans>You have an unsaved draft from {formatDateTime(new Date(draft.at).toISOString())}.</Trans>{' '}
        <span className="text-sm">{fields.join(', ')}</span>
      </p>
      <div className="flex gap-2">
        <Button size="small" onClick={form.restoreDraft}>
          <Trans>Restore</Trans>
        </Button>
        <Button size="small" variant="ghost" onClick={form.discardDraft}>
          <Trans>Discard</Trans>
        </Button>
      </div>
    </div>
  );
}
