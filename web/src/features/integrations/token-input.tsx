import { resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { refreshResources } from '../../engine/data/mutations.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import type { CustomInputProps } from '../../engine/form/extensions.ts';
import { textOf } from '../../engine/form/inputs/field-input.ts';
import { queryClient } from '../../session/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import { replaceToken, showIssuedToken } from './token-dialog.tsx';

/** A token chosen by the user, or empty. An existing record also offers to replace its token. */
export function TokenInput({
  form,
  name,
  value,
  onChange,
  onBlur,
  controlProps,
  inputRef,
  isUpdate,
}: CustomInputProps) {
  const { t } = useLingui();
  const { record } = form;
  return (
    <span className="flex flex-wrap gap-2">
      <TextInput
        {...controlProps}
        ref={inputRef}
        name={name}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="min-w-40 flex-1 font-mono placeholder:font-sans"
        placeholder={isUpdate ? t`Leave blank to keep` : undefined}
        value={textOf(value)}
        onValueChange={(text) => onChange(text === '' ? null : text)}
        onBlur={onBlur}
      />
      {record && <ReplaceTokenButton record={record} />}
    </span>
  );
}

function ReplaceTokenButton({ record }: { record: ResourceRecord }) {
  const replace = useMutation({
    mutationFn: async () => {
      const updatedRecord = await replaceToken(record);
      if (!updatedRecord) return;
      const { access_token: _, ...recordWithoutToken } = updatedRecord;
      queryClient.setQueryData(queryKeys.record(resources.integration.key, record.id), recordWithoutToken);
      await Promise.all([refreshResources(queryClient), showIssuedToken(updatedRecord)]);
    },
  });
  return (
    <Button icon={<KeyRound size={16} />} pending={replace.isPending} onClick={() => replace.mutate()}>
      <Trans>Replace token</Trans>
    </Button>
  );
}
