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
  /** The current input. */
  readonly value: FormValue;
  /** The record being edited; undefined for a new one. */
  readonly record: ResourceRecord | undefined;
}

/** The props of a component that shows a record, on its page or next to a list. */
export interface RecordPartProps {
  readonly definition: ResourceDefinition;
  readonly record: ResourceRecord;
}

export interface RecordPageProps {
  readonly definition: ResourceDefinition;
  readonly id: number;
}

/** A resource-specific input also receives the form that contains it. */
export interface CustomInputProps extends FieldInputProps {
  readonly form: FieldOwner;
}

export type RecordAction = 'delete' | 'restore';

/** Resource-specific confirmations before records are deleted or restored. */
interface ResourceConfirmations {
  /**
   * Confirms an action on one record: names the records affected with it, or why it is not possible. Resolves with
   * whether to continue, or with the reason for the deletion.
   */
  readonly one: (d: ResourceDefinition, record: ResourceRecord, action: RecordAction) => Promise<boolean | string>;
  /** For many records, names the other records affected, in addition to their number; null if there are none. */
  readonly many?: (action: RecordAction) => Promise<string | null>;
}

/** An action on selected records of a list, in addition to edit and delete. */
export interface ListAction {
  readonly label: MessageDescriptor;
  readonly Icon: ComponentType<{ readonly size?: number; readonly 'aria-hidden'?: 'true' }>;
  /** The required permission code. */
  readonly right: string;
  /** Resolves with whether the action was done, in which case the selection is cleared. */
  readonly run: (target: BulkTarget, count: number) => Promise<boolean>;
}

type ByResource<T> = Readonly<Record<string, T>>;

/** Resource-specific parts of the console. Everything else is generated from the definition. */
export interface Extensions {
  /** Notices below a field that depend on its current input. By resource, then by field. */
  readonly fieldNotices: ByResource<ByResource<ComponentType<FieldNoticeProps>>>;
  /** Inputs that replace the default one of the field's kind. By resource, then by field. */
  readonly fieldInputs: ByResource<ByResource<ComponentType<CustomInputProps>>>;
  /** Shown next to the fields of a form on a page, or below them if there is no room; may render nothing. */
  readonly formAsides: ByResource<ComponentType<{ readonly form: FieldOwner }>>;
  /** A confirmation before these values are saved, in an existing or a new record. Resolves with whether to save. */
  readonly beforeSave: ByResource<(values: FormValues, record: ResourceRecord | undefined) => Promise<boolean>>;
  /**
   * Requests an approval, with the given reason, if a new record with this body requires one. Resolves with whether it
   * was requested.
   */
  readonly requestApproval: ByResource<(body: Body, why: string) => Promise<boolean>>;
  /** Runs after a record is saved, in addition to showing it. */
  readonly afterSave: ByResource<(record: ResourceRecord) => Promise<void>>;
  /** Resources whose confirmation of a delete or restore has additional content. */
  readonly confirmations: ByResource<ResourceConfirmations>;
  readonly listActions: ByResource<readonly ListAction[]>;
  /** The peek of a record next to a list; replaces the list of its non-empty fields. */
  readonly recordPeeks: ByResource<ComponentType<RecordPartProps>>;
  /** Pages that replace the generic record page. */
  readonly recordPages: ByResource<ComponentType<RecordPageProps>>;
}

let given: Extensions = {
  fieldNotices: {},
  fieldInputs: {},
  formAsides: {},
  beforeSave: {},
  requestApproval: {},
  afterSave: {},
  confirmations: {},
  listActions: {},
  recordPeeks: {},
  recordPages: {},
};

/** Registers the extensions before the first render. The engine itself knows none of them. */
export function extend(extensions: Extensions): void {
  given = extensions;
}

export const extensions = (): Extensions => given;
