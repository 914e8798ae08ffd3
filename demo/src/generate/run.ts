import { CompiledQuery } from 'kysely';
import type { ClientBase, QueryResultRow } from 'pg';
import type { Tx } from '@innkeeper/db';

/** Runs a statement in the transaction behind it. */
export type Run = <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export const runOn =
  (client: ClientBase): Run =>
  async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows;

export const runIn =
  (tx: Tx): Run =>
  async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
