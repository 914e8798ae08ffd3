import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A component whose module is loaded when it is first rendered, or by `preload` before. */
export type LazyComponent<P> = LazyExoticComponent<ComponentType<P>> & {
  /** Ignores failures, because the component loads its module itself. */
  readonly preload: () => void;
};

export const lazyComponent = <P>(load: () => Promise<ComponentType<P>>): LazyComponent<P> =>
  Object.assign(
    lazy(async () => ({ default: await load() })),
    { preload: () => void load().catch(() => undefined) },
  );
