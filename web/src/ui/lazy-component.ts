import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A component whose module is loaded when it is first rendered. */
export const lazyComponent = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await load() }));
