import { permission, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Languages from 'lucide-react/icons/languages';
import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { type ResourceRecord, nestedAt } from '../../engine/data/record.ts';
import { openResourceForm } from '../../engine/form/form-dialog.tsx';
import type { RecordPartProps } from '../../engine/form/extensions.ts';
import { type LeaveGuard, canLeave } from '../../engine/form/use-leave-guard.tsx';
import { can } from '../../session/user.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { LanguageText } from './language-text.tsx';
import type { MailDraft } from './mail-calls.ts';
import { SampleMail, type SampleMember, SampleReader, SendTestButton } from './sample-mail.tsx';
import { TemplatePlaceholders } from './template-placeholders.tsx';
import { sortLanguages, languagesQuery } from './template-queries.ts';

const { mail_language } = resources;

/** Editor of a template: its texts in each language, next to the mail a member would receive. */
export function TemplateEditor({ record }: RecordPartProps) {
  const { data, error, refetch } = useQuery(languagesQuery(record.id));
  if (data) return <Editor template={record} languages={sortLanguages(data.rows)} />;
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return <Skeleton className="h-96 w-full" />;
}

function Editor({ template, languages }: { template: ResourceRecord; languages: readonly ResourceRecord[] }) {
  const { t } = useLingui();
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [draft, setDraft] = useState<MailDraft>();
  const [member, setMember] = useState<SampleMember>(null);
  const debouncedDraft = useDebouncedValue(draft);
  /** The open form, if any: prevents losing its unsaved text when another language is opened. */
  const leaveGuardRef = useRef<LeaveGuard>(null);
  const language = languages.find(({ id }) => id === selectedId) ?? languages[0];
  const mailType = nestedAt(template, 'mail_type')?.code ?? null;
  const canAdd = can(permission('STORE', mail_language.permission)) && template.deleted_at === null;

  const selectLanguage = async (id: number) => {
    if (leaveGuardRef.current && !(await canLeave(leaveGuardRef.current))) return;
    setDraft(undefined);
    setSelectedId(id);
  };
  const addLanguage = async () => {
    const newLanguage = await openResourceForm({
      definition: mail_language,
      defaults: { mail_template_id: template.id },
    });
    if (newLanguage) await selectLanguage(newLanguage.id);
  };
  const addButton = canAdd && (
    <Button size="small" icon={<Plus size={15} />} onClick={() => void addLanguage()}>
      <Trans>Add language</Trans>
    </Button>
  );

  if (!language)
    return (
      <EmptyState icon={<Languages size={20} />} title={<Trans>This template is empty.</Trans>} action={addButton}>
        <Trans>Start with the default language for countries without their own.</Trans>
      </EmptyState>
    );
  return (
    <div className="@container">
      <div className="@max-2xl:reveal-in-order grid items-start gap-x-6 gap-y-6 @2xl:grid-cols-[minmax(0,1fr)_20rem] @4xl:grid-cols-[minmax(0,1fr)_26rem] @4xl:gap-x-8 @6xl:grid-cols-2">
        <div className="reveal-in-order relative flex min-w-0 flex-col gap-4">
          <Tabs
            label={t`Languages`}
            value={String(language.id)}
            onValueChange={(id) => void selectLanguage(Number(id))}
            tabs={languages.map((item) => ({
              value: String(item.id),
              label: <LanguageName language={item} />,
              panel: (
                <LanguageText
                  key={item.id}
                  template={template}
                  language={item}
                  leaveGuardRef={leaveGuardRef}
                  onDraftChange={setDraft}
                  aside={addButton}
                />
              ),
            }))}
          />
          <TemplatePlaceholders template={template} />
        </div>
        <section aria-label={t`Preview`} className="min-w-0 @2xl:sticky @2xl:top-4">
          <header className="mb-3 flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-muted">
              {draft ? <Trans>Unsaved draft</Trans> : <SampleReader mailType={mailType} />}
            </p>
            <SendTestButton languageId={language.id} member={member} />
          </header>
          <SampleMail
            languageId={language.id}
            mailType={mailType}
            member={member}
            onMemberChange={setMember}
            draft={draft && debouncedDraft}
            className="h-[56dvh] min-h-80"
          />
        </section>
      </div>
    </div>
  );
}

/** A language, named by its country, with its state. */
function LanguageName({ language }: { language: ResourceRecord }) {
  const country = nestedAt(language, 'country');
  return (
    <>
      {country ? country.name : <Trans>Default (all other countries)</Trans>}
      {language['is_active'] === 0 && (
        <Badge>
          <Trans>Inactive</Trans>
        </Badge>
      )}
    </>
  );
}
