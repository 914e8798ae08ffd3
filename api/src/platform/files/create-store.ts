import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createDiskStore } from './disk.ts';
import { createBucketStore } from './s3.ts';
import type { Store } from './store.ts';

/** The store that the configuration names: a bucket, or the folder `files` among the data. */
export const createStore = ({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): Store =>
  bucket ? createBucketStore(bucket) : createDiskStore(join(dataDir, 'files'));
