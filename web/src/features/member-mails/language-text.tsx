import { INPUT_TYPE, choicesIn, mailPartLabel, permission, resources } from '@innkeeper/contract';
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
import { inputTypeOf, partsOf, textIn, valuesIn } from './template-texts.ts';

const { mail_language, mail_params, mail_language_params } = resources;

/** Key of the subject; the other parts use their ids. */
const SUBJECT = 0;

interface LanguageTextProps {
  template: ResourceRecord;
  language: ResourceRecord;
  /** Set to the leave guard of the open form. */
  guard: RefObject<LeaveGuard | null>;
  /** Called with the unsaved text, and with undefined once it is saved or discarded. */
  onDraft: (draft: MailDraft | undefined) => void;
  /** Shown next to the actions of the language. */
  aside: ReactNode;
}

/** The texts of a template in a language: the subject and each part, one of them open to be written. */
export function LanguageText({ template, language, guard, onDraft, aside }: LanguageTextProps) {
  const { t } = useLingui();
  const displayLanguage = useLanguage();
  const parts = useQuery(partsOf(template.id));
  const values = useQuery(valuesIn(language.id));
  const [open, setOpen] = useState<number | null>(null);
  const isLive = template.deleted_at === null;
  const mayWrite = isLive && can(permission('UPDATE', mail_language.permission));
  const canAdd = isLive && can(permission('STORE', mail_params.permission));

  const leave = () => {
    onDraft(undefined);
    setOpen(null);
  };
  const go = async (part: number) => {
    if (guard.current && !(await canLeave(guard.current))) return;
    onDraft(undefined);
    setOpen(part);
  };
  const failed = parts.error ?? values.error;
  if (failed)
    return (
      <ErrorState
        message={failed.message}
        onRetry={() => {
          void parts.refetch();
          void values.refetch();
        }}
      />
    );
  if (!parts.data || !values.data) return <Skeleton className="h-80 w-full" />;
  const { rows } = parts.data;
  const ownOf = (part: ResourceRecord) => values.data.rows.find((value) => value['mail_params_id'] === part.id);

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap justify-end gap-2">
        {mayWrite && (
          <Button
            size="small"
            variant="ghost"
            icon={<Settings2 size={15} aria-hidden="true" />}
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
        onWrite={mayWrite ? () => void go(SUBJECT) : undefined}
        form={
          open === SUBJECT && (
            <PartForm
              definition={mail_language}
              record={language}
              field="header"
              label={t`Subject`}
              guard={guard}
              onDraft={(header) => onDraft({ header })}
              onClose={leave}
            />
          )
        }
      />
      {rows.map((part) => {
        const own = ownOf(part);
        const inputType = inputTypeOf(part);
        const name = textIn(part, 'name');
        const heading = mailPartLabel(name)?.[displayLanguage] ?? name;
        const text = own ? textIn(own, 'value') : startOf(part);
        return (
          <TemplatePart
            key={part.id}
            name={heading}
            text={text}
            part={part}
            own={own}
            isInherited={!own && language['is_reserved'] !== 1}
            isRich={inputType === INPUT_TYPE.editor}
            onWrite={mayWrite ? () => void go(part.id) : undefined}
            form={
              open === part.id && (
                <PartForm
                  definition={mail_language_params}
                  record={own}
                  defaults={{
                    mail_language_id: language.id,
                    mail_params_id: part.id,
                    type_input_id: part['type_input_id'],
                    name,
                    value: text,
                  }}
                  field="value"
                  label={heading}
                  guard={guard}
                  onDraft={(value) => onDraft({ values: { [part.id]: value } })}
                  onClose={leave}
                />
              )
            }
          />
        );
      })}
      {canAdd && (
        <Button
          className="self-start"
          icon={<Plus size={16} aria-hidden="true" />}
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
function startOf(part: ResourceRecord): string {
  const value = textIn(part, 'default_value');
  return inputTypeOf(part) === INPUT_TYPE.select ? (choicesIn(value)[0] ?? '') : value;
}
