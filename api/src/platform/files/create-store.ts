import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createDiskStore } from './disk-store.ts';
import { createBucketStore } from './s3-store.ts';
import type { Store } from './store.ts';

/** The configured store: a bucket, or the folder `files` in the data folder. */
export const createStore = ({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): Store =>
  bucket ? createBucketStore(bucket) : createDiskStore(join(dataDir, 'files'));
