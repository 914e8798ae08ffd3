import {
  REPORT_FORMATS,
  type ReportFormat,
  type ReportKey,
  SCHEDULE_INTERVALS,
  type ScheduleInterval,
  getReportDefinition,
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
import { FORMAT_NAMES } from './format-names.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { SelectInput } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeInput, isTimeText } from '../../ui/time-field.tsx';
import { ScheduleList, intervalLabels, schedulesQuery } from './schedule-list.tsx';

interface ScheduleRequest {
  readonly report: ReportKey;
  /** Parameters of the report, without paging. */
  readonly query: Readonly<Record<string, string>>;
}

/** Schedules the current report for regular delivery by mail, and lists its existing schedules. */
export const openSchedules = (request: ScheduleRequest): Promise<void> =>
  openDialog((close) => <ScheduleDialog {...request} close={() => close()} />, { width: '34rem' });

function ScheduleDialog({ report, query, close }: ScheduleRequest & { close: () => void }) {
  const { t } = useLingui();
  const label = useLabel();
  const formId = useId();
  const { data: hotels = [] } = useQuery(hotelsQuery);
  const [interval, setIntervalChoice] = useState<ScheduleInterval>('month');
  const [format, setFormat] = useState<ReportFormat>('xlsx');
  const [time, setTime] = useState('07:00');
  const [hotelChoice, setHotelChoice] = useState<string | null>(null);
  const [recipients, setRecipients] = useState(currentUser()?.email ?? '');
  const hotelId = Number(hotelChoice ?? hotels[0]?.id ?? 0);
  const save = useMutation({
    mutationFn: () =>
      sendRequest(
        'POST /api/report_schedule',
        {
          body: {
            report,
            query,
            every: interval,
            format,
            at: time,
            hotel_id: hotelId,
            readers: recipients.split(/[\s,;]+/).filter((recipient) => recipient !== ''),
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
  const formError = save.error && Object.keys(errors).length === 0 ? save.error.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  const intervalNames = intervalLabels();
  return (
    <DialogFrame
      title={t`Send by email`}
      description={label(getReportDefinition(report).label)}
      footer={
        <>
          <Button onClick={close}>
            <Trans>Close</Trans>
          </Button>
          <Button variant="primary" type="submit" form={formId} pending={save.isPending}>
            <Trans>Schedule</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {formError && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-text">
            {formError}
          </p>
        )}
        <div className="grid grid-cols-1 gap-4 @md:grid-cols-2">
          <Field label={t`Frequency`} error={fieldMessage(errors, 'every')}>
            {(controlProps) => (
              <SelectInput
                {...controlProps}
                value={interval}
                onValueChange={(next) =>
                  setIntervalChoice(SCHEDULE_INTERVALS.find((option) => option === next) ?? interval)
                }
                options={SCHEDULE_INTERVALS.map((value) => ({ value, label: intervalNames[value] }))}
              />
            )}
          </Field>
          <Field label={t`Time`} required error={fieldMessage(errors, 'at')}>
            {(controlProps) => (
              <TimeInput
                {...controlProps}
                value={time}
                onValueChange={(next) => setTime(next !== null && isTimeText(next) ? next.slice(0, 5) : (next ?? ''))}
              />
            )}
          </Field>
          <Field label={t`Time zone`} hint={t`That of this hotel`} error={fieldMessage(errors, 'hotel_id')}>
            {(controlProps) => (
              <SelectInput
                {...controlProps}
                value={String(hotelId)}
                onValueChange={setHotelChoice}
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
          value={recipients}
          onValueChange={(next) => {
            setRecipients(next);
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
