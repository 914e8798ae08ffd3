import { IMPORT_ENCODINGS, type ImportEncoding, type ImportSource } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ChoiceButton } from '../../ui/choice-button.tsx';
import type { ImportHandle } from './import-state.ts';

/** How the file was read: sheet, row of the headings, encoding. A change reads it again. */
export function SourceChoices({ handle, source }: { handle: ImportHandle; source: ImportSource }) {
  const { t } = useLingui();
  const { sheet, sheets, heading_row: headingRow, heading_rows: headingRows, encoding } = source;
  const encodingNames: Record<ImportEncoding, string> = {
    'utf-8': 'UTF-8',
    'windows-1252': t`Western (Windows)`,
    macintosh: t`Western (Mac)`,
    'windows-1250': t`Central European`,
    'windows-1251': t`Cyrillic`,
    'windows-1256': t`Arabic`,
    'windows-874': t`Thai`,
    gb18030: t`Chinese, simplified`,
    big5: t`Chinese, traditional`,
    shift_jis: t`Japanese`,
    'euc-kr': t`Korean`,
    'utf-16le': 'UTF-16',
    'utf-16be': 'UTF-16 BE',
  };
  return (
    <div className="mt-4 flex flex-col gap-2">
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {sheet !== null && sheets.length > 1 && (
          <Choice title={<Trans>Sheet</Trans>}>
            <ChoiceButton
              label={t`Sheet`}
              value={sheet}
              onValueChange={(name) => void handle.read({ sheet: name })}
              options={sheets.map(({ name, is_hidden: isHidden }) => ({
                value: name,
                label: isHidden ? t`${name} (hidden)` : name,
              }))}
            />
          </Choice>
        )}
        <Choice title={<Trans>Headings</Trans>}>
          <ChoiceButton
            label={t`Headings`}
            value={String(headingRow)}
            onValueChange={(row) => void handle.read({ headingRow: Number(row) })}
            options={headingRows.map(({ row, texts }) => {
              const start = texts.join(' · ');
              return { value: String(row), label: t`Row ${row}: ${start}` };
            })}
          />
        </Choice>
        {encoding !== null && (
          <Choice title={<Trans>Encoding</Trans>}>
            <ChoiceButton
              label={t`Encoding`}
              value={encoding}
              onValueChange={(name) => {
                const chosen = IMPORT_ENCODINGS.find((known) => known === name);
                if (chosen) void handle.read({ encoding: chosen });
              }}
              options={IMPORT_ENCODINGS.map((name) => ({ value: name, label: encodingNames[name] }))}
            />
          </Choice>
        )}
      </div>
      {encoding !== null && !encoding.startsWith('utf') && (
        <p role="status" className="text-sm text-warning-text">
          <Trans>This file is not in UTF-8. Check letters with accents, or choose another encoding.</Trans>
        </p>
      )}
    </div>
  );
}

function Choice({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-1 basis-52 flex-col gap-1">
      <span aria-hidden="true" className="text-sm font-medium text-muted">
        {title}
      </span>
      {children}
    </div>
  );
}
