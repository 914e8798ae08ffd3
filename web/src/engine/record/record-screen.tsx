import { type ResourceDefinition, permission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, useEffect } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { isApiError } from '../../session/api-error.ts';
import { can } from '../../session/user.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { recordQuery } from '../data/queries.ts';
import { formFieldNames } from '../form/form-fields.ts';
import { FormSkeleton } from '../form/form-skeleton.tsx';
import { preloadFormBody } from './load-form-body.ts';
import { RecordFrame } from './record-frame.tsx';
import type { RecordScreenProps } from './record-screen-props.ts';
import { RecordView } from './record-view.tsx';

/** One record in its states: loading, missing, failed or loaded. */
export function RecordScreen(props: RecordScreenProps) {
  const { definition, id, Overview } = props;
  const { data, error, refetch } = useQuery(recordQuery(definition, id));
  // Without an overview, the page opens on the form, whose code loads while the record does.
  useEffect(() => {
    if (!Overview) preloadFormBody(definition);
  }, [definition, Overview]);
  if (data) return <RecordView {...props} record={data} />;
  if (!error) return <RecordSkeleton definition={definition} />;
  const isMissing = isApiError(error) && error.status === 404;
  return (
    <PlainFrame definition={definition}>
      {isMissing ? (
        <MissingRecord definition={definition} message={error.message} />
      ) : (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      )}
    </PlainFrame>
  );
}

function PlainFrame({ definition, children }: { definition: ResourceDefinition; children: ReactNode }) {
  const label = useLabel();
  const title = label(definition.label);
  usePageTitle(title);
  return (
    <RecordFrame>
      <h1 className="sr-only">{title}</h1>
      {children}
    </RecordFrame>
  );
}

function MissingRecord({ definition, message }: { definition: ResourceDefinition; message: string }) {
  const { t } = useLingui();
  const label = useLabel();
  const plural = label(definition.labels);
  return (
    <EmptyState
      icon={<SearchX size={20} />}
      title={message}
      action={
        can(permission('VIEW', definition.permission)) && (
          <Link to={definition.path} className={buttonClass()}>
            {t`Back to ${plural}`}
          </Link>
        )
      }
    >
      <Trans>Check the number. It may also belong to a hotel you have no access to.</Trans>
    </EmptyState>
  );
}

function RecordSkeleton({ definition }: { definition: ResourceDefinition }) {
  return (
    <PlainFrame definition={definition}>
      <div className="mb-6 flex flex-col gap-2">
        <Skeleton className="h-7 w-64 max-w-full" />
        <Skeleton className="h-4 w-80 max-w-full" />
      </div>
      <Skeleton className="mb-6 h-9 w-full max-w-md" />
      <FormSkeleton fields={formFieldNames(definition).length} />
    </PlainFrame>
  );
}
