import { type ResourceDefinition, permission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import { useEffect, useRef } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { isApiError } from '../../session/api-error.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { recordQuery } from '../data/queries.ts';
import { type ResourceRecord, displayName } from '../data/record.ts';
import { getExtensions } from './extensions.ts';
import { FormBody } from './form-body.tsx';
import { handleSaveKey } from './save-key.ts';
import { formFieldNames } from './form-fields.ts';
import { openGuardedDialog, useDialogGuard } from './guarded-dialog.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import type { WireRecord } from './form-values.ts';
import { ReadView } from './read-view.tsx';
import { useInitialFocus } from './use-initial-focus.ts';
import { opensOverList } from './record-path.ts';
import type { OpenForm, OpenFormOptions } from './open-form.ts';
import { useOnPageLeave } from '../../ui/use-on-page-leave.ts';
import { useResourceForm } from './use-resource-form.ts';
import { holdKeys } from '../../ui/typed-ahead.ts';

const MAX_SMALL_FIELDS = 4;

export const openResourceForm: OpenForm = (options) => {
  const createDialog = options.id === undefined && getExtensions().createDialogs[options.definition.key];
  return createDialog ? createDialog(options.defaults) : openOwnForm(options);
};

/** Opens the form made from the definition, even of a resource whose new records have another dialog. */
export const openOwnForm: OpenForm = ({ definition, id, defaults }) => {
  const isSmall =
    formFieldNames(definition).length <= MAX_SMALL_FIELDS &&
    !Object.values(definition.fields).some((f) => f.kind === 'references');
  return openGuardedDialog<ResourceRecord>(
    (close) =>
      id === undefined ? (
        <FormDialog definition={definition} defaults={defaults} onClose={close} />
      ) : (
        <EditDialog definition={definition} id={id} onClose={close} />
      ),
    { width: isSmall ? '30rem' : '50rem' },
  );
};

export interface ResourceFormDialogProps extends OpenFormOptions {
  readonly onClose: () => void;
  readonly onSaved?: (record: ResourceRecord) => void;
}

/** The same dialog as a component: it opens when it is mounted. */
export function ResourceFormDialog({ definition, id, defaults, onClose, onSaved }: ResourceFormDialogProps) {
  const latestCallbacks = useRef({ onClose, onSaved });
  useEffect(() => {
    latestCallbacks.current = { onClose, onSaved };
  });
  const hasOpened = useRef(false);
  useEffect(() => {
    if (hasOpened.current) return;
    hasOpened.current = true;
    void openResourceForm({ definition, id, defaults }).then((record) => {
      if (record) latestCallbacks.current.onSaved?.(record);
      latestCallbacks.current.onClose();
    });
  }, [definition, id, defaults]);
  return null;
}

interface EditDialogProps {
  definition: ResourceDefinition;
  id: number;
  onClose: (record?: ResourceRecord) => void;
}

/** Fetches the record first. Read-only for users without the right to change it. */
function EditDialog({ definition, id, onClose }: EditDialogProps) {
  useOnPageLeave(onClose);
  const label = useLabel();
  const { data, error, refetch } = useQuery(recordQuery(definition, id));
  const title = data ? displayName(definition, data) : label(definition.label);
  if (error && !data) {
    return (
      <DialogFrame title={title}>
        <ErrorState message={isApiError(error) ? error.message : ''} onRetry={() => void refetch()} />
      </DialogFrame>
    );
  }
  if (!data) {
    return (
      <DialogFrame title={title}>
        <FormSkeleton fields={formFieldNames(definition).length} />
      </DialogFrame>
    );
  }
  if (data.deleted_at !== null || !can(permission('UPDATE', definition.permission))) {
    return (
      <DialogFrame title={title} actions={<HistoryButton definition={definition} record={data} />}>
        <ReadView definition={definition} record={data} />
      </DialogFrame>
    );
  }
  return <FormDialog definition={definition} record={data} onClose={onClose} />;
}

interface FormDialogProps {
  definition: ResourceDefinition;
  record?: ResourceRecord;
  defaults?: WireRecord;
  onClose: (record?: ResourceRecord) => void;
}

function FormDialog({ definition, record, defaults, onClose }: FormDialogProps) {
  const { t } = useLingui();
  const label = useLabel();
  const form = useResourceForm({ definition, record, defaults, onSaved: onClose });
  const cancel = useDialogGuard(form, onClose);
  useInitialFocus(form);
  const singular = label(definition.label).toLocaleLowerCase();
  return (
    <div className="contents" onKeyDown={(event) => handleSaveKey(event, form)}>
      <DialogFrame
        title={record ? t`Edit ${displayName(definition, record)}` : t`New ${singular}`}
        actions={record && <HistoryButton definition={definition} record={record} />}
        footer={
          <>
            <span className="mr-auto flex items-center gap-1.5 text-xs text-faint pointer-coarse:hidden">
              <Kbd>Ctrl</Kbd>
              <Kbd>Enter</Kbd>
              <Trans>saves</Trans>
            </span>
            <Button onClick={() => void cancel()}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="primary" type="submit" form={form.formId} pending={form.isSaving}>
              <Trans>Save</Trans>
            </Button>
          </>
        }
      >
        <FormBody form={form} layout="dialog" />
      </DialogFrame>
    </div>
  );
}

/** Opens the history of a record that has no page. */
function HistoryButton({ definition, record }: { definition: ResourceDefinition; record: ResourceRecord }) {
  const { t } = useLingui();
  if (!opensOverList(definition)) return null;
  return (
    <IconButton
      size="small"
      label={t`History`}
      className="-mt-1"
      onClick={() =>
        void holdKeys(import('./history-dialog.tsx')).then(({ openHistory }) => openHistory(definition, record))
      }
    >
      <History size={16} />
    </IconButton>
  );
}
