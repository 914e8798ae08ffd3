import { type ReactNode, useId } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { classNames } from './class-names.ts';

/** The attributes that a labelled control must put on its focusable element. */
export interface ControlProps {
  id?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
}

/** The label attributes for the list of a control, which has the name of the field. */
export const labelProps = (controlProps: ControlProps): Pick<ControlProps, 'aria-label' | 'aria-labelledby'> =>
  controlProps['aria-label'] === undefined
    ? { 'aria-labelledby': controlProps['aria-labelledby'] ?? (controlProps.id && `${controlProps.id}-label`) }
    : { 'aria-label': controlProps['aria-label'] };

export interface FieldProps {
  label: ReactNode;
  required?: boolean;
  hint?: ReactNode;
  /** Shown at the field, and marks the control as invalid. */
  error?: ReactNode;
  className?: string;
}

interface FieldFrameProps extends FieldProps {
  /** The control consists of several elements. A `<label>` can point to only one, so `aria-labelledby` is used. */
  group?: boolean;
  /** Renders the control with the ids that link it to its label, hint and error. */
  children: (control: ControlProps) => ReactNode;
}

/** Label, required mark, hint and error around one control. */
export function Field({ label, required, hint, error, className, group, children }: FieldFrameProps) {
  const id = useId();
  const descriptionIds = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  const Label = group ? 'span' : 'label';
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <Label
        htmlFor={group ? undefined : id}
        id={`${id}-label`}
        className={classNames('text-sm font-medium text-muted', required && 'required-mark')}
      >
        {label}
      </Label>
      {children({
        id,
        'aria-labelledby': group ? `${id}-label` : undefined,
        'aria-describedby': descriptionIds || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-faint">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1 text-xs font-medium text-danger-text">
      <CircleAlert size={14} className="mt-px shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** Separates the props of a field from those of its control. */
export function splitField<P extends FieldProps>(props: P): [FieldProps, Omit<P, keyof FieldProps>] {
  const { label, required, hint, error, className, ...control } = props;
  return [{ label, required, hint, error, className }, control];
}
