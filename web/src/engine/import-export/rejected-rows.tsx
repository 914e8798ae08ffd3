import { type ImportRejection, type ResourceDefinition, importFields } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useLanguage } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { importLabel } from './import-columns.ts';
import { type RejectedRowsProps, InvalidCell, InvalidField } from './invalid-cell.tsx';

/** More rows would be slow to render, and nobody corrects more in one session. */
const BATCH_SIZE = 50;

/** The rejected rows: invalid cells can be edited, valid ones are shown next to them. */
export function RejectedRows({ handle, check, corrections }: RejectedRowsProps) {
  const phone = usePhone();
  const [shown, setShown] = useState(BATCH_SIZE);
  const container = useRef<HTMLDivElement>(null);
  const rows = check.errors.slice(0, shown);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const cells = [...(container.current?.querySelectorAll('input') ?? [])];
    cells[cells.indexOf(event.target) + 1]?.focus();
  };
  const parts = { handle, check, corrections, rows };
  return (
    <div ref={container} onKeyDown={onKeyDown} className="mt-3">
      {phone ? <Cards {...parts} /> : <Table {...parts} />}
      {shown < check.errors.length && (
        <div className="mt-3 flex justify-center">
          <Button onClick={() => setShown(shown + BATCH_SIZE)}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

interface PartProps extends RejectedRowsProps {
  rows: readonly ImportRejection[];
}

/** The invalid fields of a row that a file can provide; other errors concern the row as a whole. */
const invalidFields = (d: ResourceDefinition, { errors }: ImportRejection): readonly string[] =>
  Object.keys(errors).filter((name) => Object.hasOwn(importFields(d), name));

function rowReasons(d: ResourceDefinition, rejection: ImportRejection): string {
  const wrong = new Set(invalidFields(d, rejection));
  return Object.entries(rejection.errors)
    .flatMap(([name, texts]) => (wrong.has(name) ? [] : texts))
    .join(' ');
}

function Table({ handle, check, corrections, rows }: PartProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { definition: d } = handle;
  const mapped = check.columns.flatMap(({ field }) => (field === null ? [] : [field]));
  // Invalid columns directly follow those that name the record, so that nobody has to scroll to find them.
  const wrong = new Set(check.errors.flatMap((rejection) => invalidFields(d, rejection)));
  const names = d.display.name.filter((name) => mapped.includes(name) && !wrong.has(name));
  const inOrder = Object.keys(importFields(d)).filter((name) => wrong.has(name));
  const fields = [...new Set([...names, ...inOrder, ...mapped])];
  return (
    <div
      role="region"
      aria-label={t`Rejected rows`}
      tabIndex={0}
      className="scrollbar-slim overflow-x-auto rounded-md border border-border"
    >
      <table className="w-max min-w-full border-collapse text-left">
        <thead className="bg-sunken text-sm text-muted">
          <tr>
            <th scope="col" className="sticky left-0 z-1 border-r border-border bg-sunken px-3 py-2 font-medium">
              <Trans>Row</Trans>
            </th>
            {fields.map((name) => (
              <th key={name} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                {importLabel(d, name, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((rejection) => (
            <tr key={rejection.row} className="border-t border-border align-top">
              <th scope="row" className="sticky left-0 z-1 border-r border-border bg-surface px-3 py-2.5 font-normal">
                <span className="text-muted tabular">{rejection.row}</span>
                {rowReasons(d, rejection) && (
                  <span className="mt-0.5 block w-44 text-sm text-danger-text">{rowReasons(d, rejection)}</span>
                )}
              </th>
              {fields.map((name) => (
                <td key={name} className="max-w-72 px-3 py-1.5">
                  {rejection.errors[name] ? (
                    <InvalidCell
                      handle={handle}
                      check={check}
                      rejection={rejection}
                      field={name}
                      corrections={corrections}
                    />
                  ) : (
                    <span className="block max-w-60 truncate py-1" title={rejection.values[name]}>
                      {rejection.values[name]}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** On a phone each row is a card with only its invalid cells. */
function Cards({ handle, check, corrections, rows }: PartProps) {
  const { definition: d } = handle;
  return (
    <ul className="flex flex-col gap-3">
      {rows.map((rejection) => {
        const { row } = rejection;
        const name = d.display.name
          .map((field) => rejection.values[field] ?? '')
          .join(' ')
          .trim();
        return (
          <li key={row} className="rounded-md border border-border px-3.5 py-3">
            <p className="flex gap-2">
              <span className="text-muted tabular">
                <Trans>Row {row}</Trans>
              </span>
              <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
            </p>
            {rowReasons(d, rejection) && <p className="mt-1 text-sm text-danger-text">{rowReasons(d, rejection)}</p>}
            {invalidFields(d, rejection).map((field) => (
              <InvalidField
                key={field}
                handle={handle}
                check={check}
                rejection={rejection}
                field={field}
                corrections={corrections}
              />
            ))}
          </li>
        );
      })}
    </ul>
  );
}
