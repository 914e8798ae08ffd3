import { Suspense } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type FieldInputProps, textOf } from './field-input.ts';
import { lazyComponent } from '../../../ui/lazy-component.ts';

/** The editor is large, so it loads with the first form that uses it. */
const RichText = lazyComponent(async () => (await import('./rich-text.tsx')).RichText);

export function EditorInput({
  value,
  onChange,
  onBlur,
  controlProps,
  inputRef,
}: Pick<FieldInputProps, 'value' | 'onChange' | 'onBlur' | 'controlProps' | 'inputRef'>) {
  return (
    <Suspense fallback={<Skeleton className="h-48 w-full" />}>
      <RichText
        value={textOf(value)}
        onValueChange={onChange}
        onBlur={onBlur}
        controlProps={controlProps}
        inputRef={inputRef}
      />
    </Suspense>
  );
}
