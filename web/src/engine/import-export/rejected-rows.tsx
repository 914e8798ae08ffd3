import { type ImportRejection, type ResourceDefinition, importFields } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useLanguage } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { importLabel } from './import-columns.ts';
import { type RejectedRowsProps, InvalidCell, InvalidField } from './invalid-cell.tsx';

/** Rows shown at first and added by "Show more". More would be slow to render, and few users correct more manually. */
const BATCH_SIZE = 50;

/** The rejected rows: invalid cells can be edited, valid ones are shown next to them. */
export function RejectedRows({ handle, check, corrections }: RejectedRowsProps) {
  const isPhone = usePhone();
  const [visibleCount, setVisibleCount] = useState(BATCH_SIZE);
  const container = useRef<HTMLDivElement>(null);
  const rows = check.errors.slice(0, visibleCount);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const cells = [...(container.current?.querySelectorAll('input') ?? [])];
    cells[cells.indexOf(event.target) + 1]?.focus();
  };
  const rowsProps = { handle, check, corrections, rows };
  return (
    <div ref={container} onKeyDown={onKeyDown} className="mt-3">
      {isPhone ? <RejectedCards {...rowsProps} /> : <RejectedTable {...rowsProps} />}
      {visibleCount < check.errors.length && (
        <div className="mt-3 flex justify-center">
          <Button onClick={() => setVisibleCount(visibleCount + BATCH_SIZE)}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

interface RowsProps extends RejectedRowsProps {
  rows: readonly ImportRejection[];
}

/** The invalid fields of a row that can be corrected in the file; all other errors concern the row as a whole. */
const invalidFields = (definition: ResourceDefinition, { errors }: ImportRejection): readonly string[] =>
  Object.keys(errors).filter((name) => Object.hasOwn(importFields(definition), name));

function rowErrors(definition: ResourceDefinition, rejection: ImportRejection): string {
  const invalidNames = new Set(invalidFields(definition, rejection));
  return Object.entries(rejection.errors)
    .flatMap(([name, texts]) => (invalidNames.has(name) ? [] : texts))
    .join(' ');
}

function RejectedTable({ handle, check, corrections, rows }: RowsProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { definition } = handle;
  const mappedNames = check.columns.flatMap(({ field }) => (field === null ? [] : [field]));
  // Columns with errors directly follow the name columns, so that nobody has to scroll to find them.
  const invalidNames = new Set(check.errors.flatMap((rejection) => invalidFields(definition, rejection)));
  const displayNames = definition.display.name.filter((name) => mappedNames.includes(name) && !invalidNames.has(name));
  const invalidInOrder = Object.keys(importFields(definition)).filter((name) => invalidNames.has(name));
  const fields = [...new Set([...displayNames, ...invalidInOrder, ...mappedNames])];
  return (
    <div
      role="region"
      aria-label={t`Rejected rows`}
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-border"
    >
      <table className="w-max min-w-full border-collapse text-left">
        <thead className="bg-sunken text-sm text-muted">
          <tr>
            <th scope="col" className="sticky left-0 z-1 border-r border-border bg-sunken px-3 py-2 font-medium">
              <Trans>Row</Trans>
            </th>
            {fields.map((name) => (
              <th key={name} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                {importLabel(definition, name, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((rejection) => (
            <tr key={rejection.row} className="border-t border-border align-top">
              <th scope="row" className="sticky left-0 z-1 border-r border-border bg-surface px-3 py-2.5 font-normal">
                <span className="text-muted tabular">{rejection.row}</span>
                {rowErrors(definition, rejection) && (
                  <span className="mt-0.5 block w-44 text-sm text-danger-text">{rowErrors(definition, rejection)}</span>
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
function RejectedCards({ handle, check, corrections, rows }: RowsProps) {
  const { definition } = handle;
  return (
    <ul className="flex flex-col gap-3">
      {rows.map((rejection) => {
        const { row } = rejection;
        const name = definition.display.name
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
            {rowErrors(definition, rejection) && (
              <p className="mt-1 text-sm text-danger-text">{rowErrors(definition, rejection)}</p>
            )}
            {invalidFields(definition, rejection).map((field) => (
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
