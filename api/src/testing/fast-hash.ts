import { hash } from '@node-rs/argon2';

/** A password hash for test users. A hash contains its own cost: checking this one takes 0.1 ms, a real one 25 ms. */
export const fastHash = (password: string): Promise<string> =>
  hash(password, { algorithm: 2, memoryCost: 16, timeCost: 1, parallelism: 1 });
