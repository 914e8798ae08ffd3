import { Suspense, lazy } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type FieldInputProps, textOf } from './field-input.ts';

/** The editor is heavy: it comes only with the first form that has one. */
const RichText = lazy(async () => ({ default: (await import('./rich-text.tsx')).RichText }));

export function EditorInput({
  value,
  onChange,
  onBlur,
  wiring,
  inputRef,
}: Pick<FieldInputProps, 'value' | 'onChange' | 'onBlur' | 'wiring' | 'inputRef'>) {
  return (
    <Suspense fallback={<Skeleton className="h-48 w-full" />}>
      <RichText value={textOf(value)} onValueChange={onChange} onBlur={onBlur} wiring={wiring} inputRef={inputRef} />
    </Suspense>
  );
}
