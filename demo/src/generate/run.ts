import { CompiledQuery } from 'kysely';
import type { ClientBase, QueryResultRow } from 'pg';
import type { Tx } from '@innkeeper/db';

/** Runs a statement in an open transaction. */
export type Run = <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export const runOnClient =
  (client: ClientBase): Run =>
  async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows;

export const runInTransaction =
  (tx: Tx): Run =>
  async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
