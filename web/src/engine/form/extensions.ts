import type { ComponentType } from 'react';
import type { ResourceDefinition } from '@innkeeper/contract';
import type { MessageDescriptor } from '@lingui/core';
import type { BulkTarget } from '../data/mutations.ts';
import type { ResourceRecord } from '../data/record.ts';
import type { Body, FormValue, FormValues } from './form-values.ts';
import type { FieldInputProps } from './inputs/field-input.ts';
import type { FieldOwner } from './field-owner.ts';

export interface FieldNoticeProps {
  readonly name: string;
  /** The value typed right now. */
  readonly value: FormValue;
  /** The record that is edited; none for a new one. */
  readonly record: ResourceRecord | undefined;
}

/** The props of a part that shows a record: on its page, or beside a list. */
export interface RecordPartProps {
  readonly definition: ResourceDefinition;
  readonly record: ResourceRecord;
}

export interface RecordPageProps {
  readonly definition: ResourceDefinition;
  readonly id: number;
}

/** An input of a resource's own knows the form that it stands in. */
export interface OwnInputProps extends FieldInputProps {
  readonly form: FieldOwner;
}

export type RecordAction = 'delete' | 'restore';

/** A resource's own questions before its records are deleted or restored. */
interface OwnQuestions {
  /**
   * About one record: tells of the records that go along, or why it cannot be done. The answer: whether to go on, or the reason
   * of the deletion.
   */
  readonly one: (d: ResourceDefinition, record: ResourceRecord, action: RecordAction) => Promise<boolean | string>;
  /** About many records, beside their number: the records that go along; null if there are none. */
  readonly many?: (action: RecordAction) => Promise<string | null>;
}

/** An action on chosen records of a list, beside editing and deleting them. */
export interface ListAction {
  readonly label: MessageDescriptor;
  readonly Icon: ComponentType<{ readonly size?: number; readonly 'aria-hidden'?: 'true' }>;
  /** The code that opens it. */
  readonly right: string;
  /** Whether it was done: then the records are chosen no more. */
  readonly run: (target: BulkTarget, count: number) => Promise<boolean>;
}

type ByResource<T> = Readonly<Record<string, T>>;

/** The console's own parts of single resources. Everything not named here is made from the definition alone. */
export interface Extensions {
  /** Notices below a field that follow the typed value. By resource, then by field. */
  readonly fieldNotices: ByResource<ByResource<ComponentType<FieldNoticeProps>>>;
  /** Inputs that take the place of the one of the field's kind. By resource, then by field. */
  readonly fieldInputs: ByResource<ByResource<ComponentType<OwnInputProps>>>;
  /** Stands beside the fields of a form on a page, below them where there is no room; may be nothing. */
  readonly besideForms: ByResource<ComponentType<{ readonly form: FieldOwner }>>;
  /** A question before these values are saved, in a record or as a new one. The answer: whether to save. */
  readonly beforeSave: ByResource<(values: FormValues, record: ResourceRecord | undefined) => Promise<boolean>>;
  /** Requests an approval where a new record with this body takes one, for the reason given. The answer: whether it was requested. */
  readonly requestApproval: ByResource<(body: Body, why: string) => Promise<boolean>>;
  /** Runs after a record was saved, beside showing it. */
  readonly afterSave: ByResource<(record: ResourceRecord) => Promise<void>>;
  /** Resources that say more before a delete or restore than that it is one. */
  readonly ownQuestions: ByResource<OwnQuestions>;
  readonly listActions: ByResource<readonly ListAction[]>;
  /** The peek of a record beside a list, in place of the list of its filled fields. */
  readonly recordPeeks: ByResource<ComponentType<RecordPartProps>>;
  /** Pages that take the place of the generic record page. */
  readonly recordPages: ByResource<ComponentType<RecordPageProps>>;
}

let given: Extensions = {
  fieldNotices: {},
  fieldInputs: {},
  besideForms: {},
  beforeSave: {},
  requestApproval: {},
  afterSave: {},
  ownQuestions: {},
  listActions: {},
  recordPeeks: {},
  recordPages: {},
};

/** Hands the extensions in, before anything is drawn. The engine knows none of them by itself. */
export function extend(extensions: Extensions): void {
  given = extensions;
}

export const extensions = (): Extensions => given;
