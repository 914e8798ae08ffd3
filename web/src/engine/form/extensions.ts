import type { ComponentType } from 'react';
import type { ResourceDefinition } from '@innkeeper/contract';
import type { MessageDescriptor } from '@lingui/core';
import type { BulkTarget } from '../data/mutations.ts';
import type { ResourceRecord } from '../data/record.ts';
import type { Body, FormValue, FormValues, WireRecord } from './form-values.ts';
import type { FieldInputProps } from './inputs/field-input.ts';
import type { FieldOwner } from './field-owner.ts';
import type { LazyComponent } from '../../ui/lazy-component.ts';

export interface FieldNoticeProps {
  readonly name: string;
  /** The current input. */
  readonly value: FormValue;
  /** The record being edited; undefined for a new one. */
  readonly record: ResourceRecord | undefined;
}

/** The props of a component that shows a record, on its page or in the side panel of a list. */
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

/** The input and the read-only view of a list of references. */
interface ReferenceList {
  readonly Input: ComponentType<FieldInputProps<'references'>>;
  readonly View: ComponentType<{
    readonly value: readonly number[];
    readonly names?: readonly string[] | undefined;
  }>;
}

export type RecordAction = 'delete' | 'restore';

/** Resource-specific confirmations before records are deleted or restored. */
interface ResourceConfirmations {
  /**
   * Confirms an action on one record: names the other records that it affects, or explains why it is not possible.
   * Resolves to whether to continue, or to the reason for the deletion.
   */
  readonly confirmSingle: (
    definition: ResourceDefinition,
    record: ResourceRecord,
    action: RecordAction,
  ) => Promise<boolean | string>;
  /**
   * For many records: describes the other records affected, in addition to the number of selected ones; null if there
   * are none.
   */
  readonly describeBulk?: (action: RecordAction) => Promise<string | null>;
}

/** An action on selected records of a list, in addition to edit and delete. */
export interface ListAction {
  readonly label: MessageDescriptor;
  readonly Icon: ComponentType<{ readonly size?: number }>;
  /** Any one of these codes shows it. */
  readonly permissions: readonly string[];
  /** Resolves to whether the action was done, in which case the selection is cleared. */
  readonly run: (target: BulkTarget, count: number) => Promise<boolean>;
}

type ByKey<T> = Readonly<Record<string, T>>;

/** Resource-specific parts of the console. Everything else is generated from the definition. */
export interface Extensions {
  /** Notices below a field that depend on its current input. By resource, then by field. */
  readonly fieldNotices: ByKey<ByKey<ComponentType<FieldNoticeProps>>>;
  /** Inputs that replace the default one of the field's kind. By resource, then by field. */
  readonly fieldInputs: ByKey<ByKey<ComponentType<CustomInputProps>>>;
  /** In place of a choice of single records, where a field has a list of them. By the referenced resource. */
  readonly referenceLists: ByKey<ReferenceList>;
  /** Shown next to the fields of a form on a page, or below them on narrow pages; may render nothing. */
  readonly formAsides: ByKey<ComponentType<{ readonly form: FieldOwner }>>;
  /**
   * Asks for confirmation before these values are saved, in an existing or a new record. Resolves to whether to save.
   */
  readonly beforeSave: ByKey<(values: FormValues, record: ResourceRecord | undefined) => Promise<boolean>>;
  /**
   * Requests an approval, with this reason, if a new record with this body requires one. Resolves to whether it was
   * requested.
   */
  readonly requestApproval: ByKey<(body: Body, reason: string) => Promise<boolean>>;
  /**
   * Dialogs that replace the form of a new record. Resolve with the record, or undefined if none was created.
   */
  readonly createDialogs: ByKey<(defaults: WireRecord | undefined) => Promise<ResourceRecord | undefined>>;
  /** Runs after a record was saved and shown. */
  readonly afterSave: ByKey<(record: ResourceRecord) => Promise<void>>;
  /** Resources whose confirmation of a delete or restore has additional content. */
  readonly confirmations: ByKey<ResourceConfirmations>;
  readonly listActions: ByKey<readonly ListAction[]>;
  /** The preview of a record in the side panel of a list; replaces the default list of its non-empty fields. */
  readonly recordPeeks: ByKey<ComponentType<RecordPartProps>>;
  /** Pages that replace the generic record page. */
  readonly recordPages: ByKey<LazyComponent<RecordPageProps>>;
  /** Resources whose pages lead to the next record of the list: its filter is in their address. */
  readonly recordSequences: ReadonlySet<string>;
}

let registered: Extensions = {
  fieldNotices: {},
  fieldInputs: {},
  referenceLists: {},
  formAsides: {},
  beforeSave: {},
  requestApproval: {},
  createDialogs: {},
  afterSave: {},
  confirmations: {},
  listActions: {},
  recordPeeks: {},
  recordPages: {},
  recordSequences: new Set(),
};

/** Registers the extensions. Must be called before the first render; the engine itself does not import them. */
export function registerExtensions(next: Extensions): void {
  registered = next;
}

export const getExtensions = (): Extensions => registered;
