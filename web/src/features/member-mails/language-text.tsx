import { INPUT_TYPE, parseChoices, mailPartLabel, permission, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Settings2 from 'lucide-react/icons/settings-2';
import { type ReactNode, type RefObject, useState } from 'react';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { openResourceForm } from '../../engine/form/form-dialog.tsx';
import type { LeaveGuard } from '../../engine/form/use-leave-guard.tsx';
import { canLeave } from '../../engine/form/use-leave-guard.tsx';
import { useLanguage } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { MailDraft } from './mail-calls.ts';
import { PartForm } from './part-form.tsx';
import { TemplatePart } from './template-part.tsx';
import { inputTypeOf, partsQuery, textIn, valuesQuery } from './template-queries.ts';

const { mail_language, mail_params, mail_language_params } = resources;

/** Key of the subject; the other parts use their ids. */
const SUBJECT_KEY = 0;

interface LanguageTextProps {
  template: ResourceRecord;
  language: ResourceRecord;
  /** Set to the leave guard of the open form. */
  leaveGuardRef: RefObject<LeaveGuard | null>;
  /** Called with the unsaved text, and with undefined once it is saved or discarded. */
  onDraftChange: (draft: MailDraft | undefined) => void;
  /** Shown next to the actions of the language. */
  aside: ReactNode;
}

/** The texts of a template in a language: the subject and each part, one of them open to be written. */
export function LanguageText({ template, language, leaveGuardRef, onDraftChange, aside }: LanguageTextProps) {
  const { t } = useLingui();
  const displayLanguage = useLanguage();
  const parts = useQuery(partsQuery(template.id));
  const values = useQuery(valuesQuery(language.id));
  const [editedKey, setEditedKey] = useState<number | null>(null);
  const isLive = template.deleted_at === null;
  const canWrite = isLive && can(permission('UPDATE', mail_language.permission));
  const canAdd = isLive && can(permission('STORE', mail_params.permission));

  const closeForm = () => {
    onDraftChange(undefined);
    setEditedKey(null);
  };
  const editPart = async (part: number) => {
    if (leaveGuardRef.current && !(await canLeave(leaveGuardRef.current))) return;
    onDraftChange(undefined);
    setEditedKey(part);
  };
  const loadError = parts.error ?? values.error;
  if (loadError)
    return (
      <ErrorState
        message={loadError.message}
        onRetry={() => {
          void parts.refetch();
          void values.refetch();
        }}
      />
    );
  if (!parts.data || !values.data) return <Skeleton className="h-80 w-full" />;
  const { rows } = parts.data;
  const findOwnValue = (part: ResourceRecord) => values.data.rows.find((value) => value['mail_params_id'] === part.id);

  return (
    <div className="reveal-in-order flex flex-col gap-3">
      <div className="flex flex-wrap justify-end gap-2">
        {canWrite && (
          <Button
            size="small"
            variant="ghost"
            icon={<Settings2 size={15} />}
            onClick={() => void openResourceForm({ definition: mail_language, id: language.id })}
          >
            <Trans>Country and status</Trans>
          </Button>
        )}
        {aside}
      </div>
      <TemplatePart
        name={t`Subject`}
        text={textIn(language, 'header')}
        onEdit={canWrite ? () => void editPart(SUBJECT_KEY) : undefined}
        form={
          editedKey === SUBJECT_KEY && (
            <PartForm
              definition={mail_language}
              record={language}
              field="header"
              label={t`Subject`}
              leaveGuardRef={leaveGuardRef}
              onDraftChange={(header) => onDraftChange({ header })}
              onClose={closeForm}
            />
          )
        }
      />
      {rows.map((part) => {
        const ownValue = findOwnValue(part);
        const inputType = inputTypeOf(part);
        const name = textIn(part, 'name');
        const heading = mailPartLabel(name)?.[displayLanguage] ?? name;
        const text = ownValue ? textIn(ownValue, 'value') : initialValueOf(part);
        return (
          <TemplatePart
            key={part.id}
            name={heading}
            text={text}
            part={part}
            ownValue={ownValue}
            isInherited={!ownValue && language['is_reserved'] !== 1}
            isRich={inputType === INPUT_TYPE.editor}
            onEdit={canWrite ? () => void editPart(part.id) : undefined}
            form={
              editedKey === part.id && (
                <PartForm
                  definition={mail_language_params}
                  record={ownValue}
                  defaults={{
                    mail_language_id: language.id,
                    mail_params_id: part.id,
                    type_input_id: part['type_input_id'],
                    name,
                    value: text,
                  }}
                  field="value"
                  label={heading}
                  leaveGuardRef={leaveGuardRef}
                  onDraftChange={(value) => onDraftChange({ values: { [part.id]: value } })}
                  onClose={closeForm}
                />
              )
            }
          />
        );
      })}
      {canAdd && (
        <Button
          className="self-start"
          icon={<Plus size={16} />}
          onClick={() =>
            void openResourceForm({
              definition: mail_params,
              defaults: { mail_template_id: template.id, sort_no: Number(rows.at(-1)?.['sort_no'] ?? 0) + 1 },
            })
          }
        >
          <Trans>Add section</Trans>
        </Button>
      )}
    </div>
  );
}

/** Initial value of a part without a value in this language: the first choice of a select, otherwise the template's. */
function initialValueOf(part: ResourceRecord): string {
  const value = textIn(part, 'default_value');
  return inputTypeOf(part) === INPUT_TYPE.select ? (parseChoices(value)[0] ?? '') : value;
}
