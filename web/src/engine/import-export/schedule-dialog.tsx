import {
  REPORT_FORMATS,
  type ReportFormat,
  type ReportKey,
  SCHEDULE_EVERY,
  type ScheduleEvery,
  reportDefinition,
} from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { isApiError } from '../../session/api-error.ts';
import { sendRequest } from '../../session/request.ts';
import { fieldMessage } from '../../session/form-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { hotelsQuery } from '../../session/reference-data.ts';
import { currentUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { SelectInput } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ScheduleList, intervalLabels, schedulesQuery } from './schedule-list.tsx';

interface ScheduleRequest {
  readonly report: ReportKey;
  /** Parameters of the report, without paging. */
  readonly query: Readonly<Record<string, string>>;
}

/** Schedules the current report for regular delivery by mail, and lists its existing schedules. */
export const openSchedules = (requested: ScheduleRequest): Promise<void> =>
  openDialog((close) => <ScheduleDialog {...requested} close={() => close()} />, { width: '34rem' });

const FORMAT_NAMES: Record<ReportFormat, string> = { csv: 'CSV', xlsx: 'XLSX', pdf: 'PDF' };

function ScheduleDialog({ report, query, close }: ScheduleRequest & { close: () => void }) {
  const { t } = useLingui();
  const label = useLabel();
  const form = useId();
  const { data: hotels = [] } = useQuery(hotelsQuery);
  const [every, setEvery] = useState<ScheduleEvery>('month');
  const [format, setFormat] = useState<ReportFormat>('xlsx');
  const [at, setAt] = useState('07:00');
  const [hotel, setHotel] = useState<string | null>(null);
  const [readers, setReaders] = useState(currentUser()?.email ?? '');
  const hotelId = Number(hotel ?? hotels[0]?.id ?? 0);
  const save = useMutation({
    mutationFn: () =>
      sendRequest(
        'POST /api/report_schedule',
        {
          body: {
            report,
            query,
            every,
            format,
            at,
            hotel_id: hotelId,
            readers: readers.split(/[\s,;]+/).filter((one) => one !== ''),
          },
        },
        { announce: false },
      ),
    onSuccess: () => {
      showMessage({ message: t`Report scheduled.`, variant: 'success' });
      void queryClient.invalidateQueries({ queryKey: schedulesQuery.queryKey });
    },
  });
  const errors = isApiError(save.error) ? save.error.errors : {};
  const rest = save.error && Object.keys(errors).length === 0 ? save.error.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  const intervalText = intervalLabels();
  return (
    <DialogFrame
      title={t`Send by email`}
      description={label(reportDefinition(report).label)}
      footer={
        <>
          <Button onClick={close}>
            <Trans>Close</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} pending={save.isPending}>
            <Trans>Schedule</Trans>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {rest && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-text">
            {rest}
          </p>
        )}
        <div className="grid grid-cols-1 gap-4 @md:grid-cols-2">
          <Field label={t`Frequency`} error={fieldMessage(errors, 'every')}>
            {(controlProps) => (
              <SelectInput
                {...controlProps}
                value={every}
                onValueChange={(next) => setEvery(SCHEDULE_EVERY.find((one) => one === next) ?? every)}
                options={SCHEDULE_EVERY.map((value) => ({ value, label: intervalText[value] }))}
              />
            )}
          </Field>
          <TextField
            label={t`Time`}
            type="time"
            required
            value={at}
            onValueChange={setAt}
            error={fieldMessage(errors, 'at')}
          />
          <Field label={t`Time zone`} error={fieldMessage(errors, 'hotel_id')}>
            {(controlProps) => (
              <SelectInput
                {...controlProps}
                value={String(hotelId)}
                onValueChange={setHotel}
                options={hotels.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            )}
          </Field>
          <Field label={t`Format`} error={fieldMessage(errors, 'format')}>
            {(controlProps) => (
              <SelectInput
                {...controlProps}
                value={format}
                onValueChange={(next) => setFormat(REPORT_FORMATS.find((one) => one === next) ?? format)}
                options={REPORT_FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value] }))}
              />
            )}
          </Field>
        </div>
        <TextField
          label={t`Recipients`}
          required
          autoComplete="off"
          value={readers}
          onValueChange={(next) => {
            setReaders(next);
            save.reset();
          }}
          hint={t`Separate addresses with commas. Only users of this console; each receives the hotels they have access to.`}
          error={fieldMessage(errors, 'readers')}
        />
      </form>
      <ScheduleList report={report} />
    </DialogFrame>
  );
}
