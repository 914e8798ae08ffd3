import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FieldError } from '../ui/field.tsx';
import { isApiError } from './api-error.ts';
import { BackToLogin, PublicPage } from './public-page.tsx';
import { readReturnPath } from './return-path.ts';
import { finishSingleSignOn } from './single-sign-on.ts';

/** The provider returns the browser to this page, which signs in or says why not. */
export function SingleSignOnPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [errorMessage, setErrorMessage] = useState<string>();
  useEffect(() => {
    finishSingleSignOn(location.search).then(
      () => navigate({ href: readReturnPath() ?? '/', replace: true }),
      (error: unknown) => {
        if (!isApiError(error)) throw error;
        setErrorMessage(error.message);
      },
    );
  }, [navigate]);
  return (
    <PublicPage title={t`Single sign-on`}>
      <h1 className="text-lg font-semibold">
        <Trans>Single sign-on</Trans>
      </h1>
      {errorMessage === undefined ? (
        <p role="status" className="mt-2 text-muted">
          <Trans>Please Wait.. </Trans>
        </p>
      ) : (
        <>
          <div className="mt-2">
            <FieldError>{errorMessage}</FieldError>
          </div>
          <BackToLogin />
        </>
      )}
    </PublicPage>
  );
}
