import type { CallKey, ResponseBody } from '@innkeeper/contract/calls';
import { type ReactNode, useState } from 'react';
import { type ApiError, needsApproval } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { sendRequest } from '../../session/request.ts';
import type { DialogOptions } from '../../ui/dialog-store.ts';
import { refreshResources } from '../data/mutations.ts';
import { FieldsDialog, type FieldsDialogProps } from './fields-dialog.tsx';
import type { Body, FormValues } from './form-values.ts';
import { openGuardedDialog } from './guarded-dialog.tsx';

interface FormRequest<K extends CallKey> {
  readonly call: K;
  readonly path?: Readonly<Record<string, number>>;
  readonly body: Body;
}

/** Sends what a form of the call's fields contains. The caller shows a 422, and the errors that `handles`. */
export const sendForm = <K extends CallKey>(
  { call, path = {}, body }: FormRequest<K>,
  key: string,
  handles: (error: ApiError) => boolean = () => false,
): Promise<ResponseBody<K>> =>
  // The fields have the names and kinds of the call's body.
  sendRequest(call, { path, body } as unknown as Parameters<typeof sendRequest<K>>[1], {
    idempotencyKey: key,
    announce: (error) => error.status !== 422 && !handles(error),
  });

interface CallOptions<K extends CallKey> extends Omit<FieldsDialogProps, 'onSubmit' | 'onClose'> {
  readonly call: K;
  readonly path?: FormRequest<K>['path'];
  /** The part of the body that is not entered. */
  readonly fixed?: Body;
  /** Requests an approval of the call, with this explanation, if it needs one. Resolves to whether it was requested. */
  readonly requestApproval?: (request: Required<FormRequest<K>>, explanation: string) => Promise<boolean>;
  /** Announces the result. An ApiError that it throws is shown at the fields. */
  readonly onSent?: (response: ResponseBody<K>, values: FormValues) => void;
  /** Content that replaces the form once the call is sent, instead of closing the dialog. */
  readonly result?: (response: ResponseBody<K>) => ReactNode;
}

export interface CallDialogProps<K extends CallKey> extends CallOptions<K> {
  readonly onClose: (isSent?: boolean) => void;
}

/** Content of a dialog of `openGuardedDialog`: the form of a call, which it sends. */
export function CallDialog<K extends CallKey>(props: CallDialogProps<K>) {
  const { call, path = {}, fixed, requestApproval, onSent, result, onClose, ...form } = props;
  const [response, setResponse] = useState<ResponseBody<K>>();
  if (response !== undefined && result) return result(response);

  const send = async (entered: Body, key: string, values: FormValues) => {
    const body = { ...fixed, ...entered };
    try {
      const sent = await sendForm({ call, path, body }, key, requestApproval && needsApproval);
      onSent?.(sent, values);
      if (result) setResponse(sent);
      else onClose(true);
    } catch (error) {
      if (!requestApproval || !needsApproval(error)) throw error;
      if (!(await requestApproval({ call, path, body }, error.message))) throw error;
      onClose(true);
    }
    await refreshResources(queryClient);
  };
  return <FieldsDialog {...form} onSubmit={send} onClose={() => onClose()} />;
}

/** Opens the form of a call. Resolves to whether it was sent, or its approval requested. */
export const openCallDialog = async <K extends CallKey>({
  width,
  alert,
  ...options
}: CallOptions<K> & Pick<DialogOptions, 'width' | 'alert'>): Promise<boolean> =>
  (await openGuardedDialog<boolean>((onClose) => <CallDialog {...options} onClose={onClose} />, {
    ...(width !== undefined && { width }),
    ...(alert !== undefined && { alert }),
  })) === true;
