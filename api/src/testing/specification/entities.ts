import type { FieldKind, ResourceKey } from '@innkeeper/contract';

/** A field as section 3 of the specification defines it, with nothing added. */
export interface ExpectedField {
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly kind?: FieldKind;
  readonly label?: string;
  readonly decimals?: number;
  readonly choices?: readonly string[];
  readonly default?: string | number;
  /** Shown in lists and records, never entered. */
  readonly listOnly?: boolean;
}

export interface SpecifiedEntity {
  readonly fields: Readonly<Record<string, ExpectedField>>;
  /** Columns that the list shows in addition to the fields. */
  readonly list: readonly string[];
  /** The default order of section 2; undefined if it names none. */
  readonly order?: string;
}

const required = { required: true } as const;
const optional = { optional: true } as const;
const flag = { required: true, kind: 'flag' } as const;
const select = { required: true } as const;
const count = { kind: 'integer', decimals: 0 } as const;
const textField = {} as const;
const trashFields = ['updated_at', 'updated_by.name', 'deleted_at', 'deleted_by.name'] as const;

/** Section 3 of the specification, entity by entity, in its words. */
export const ENTITIES: Readonly<Partial<Record<ResourceKey, SpecifiedEntity>>> = {
  report: {
    fields: { key: { optional: true, kind: 'text', label: 'Report Key' }, name: { required: true, kind: 'text' } },
    list: [...trashFields],
  },
  report_column: {
    fields: {
      report_id: select,
      table_name: required,
      column_name: required,
      sort_no: { required: true, ...count },
      label: optional,
      align: { optional: true, default: 'left' },
      formatter: { optional: true, choices: ['date', 'time', 'dateTime', 'number'] },
      is_checked: { ...flag, label: 'Default Checked' },
    },
    list: ['created_at', 'created_by.name', ...trashFields],
  },
  module_group: { fields: { name: required, icon: textField }, list: [...trashFields] },
  module: { fields: { group_id: select, name: required, slug: required, is_active: flag }, list: [...trashFields] },
  role_group: {
    fields: {
      name: required,
      description: required,
      access_type_id: { required: true, label: 'Access Level' },
      rolesId: { kind: 'references' },
    },
    list: ['created_at', 'updated_at', 'deleted_at', 'deleted_by.name'],
  },
  option: {
    fields: { name: required, description: optional, is_active: flag, is_reserved: { kind: 'flag', listOnly: true } },
    list: ['slug', ...trashFields],
  },
  option_detail: { fields: { option_id: textField, name: required, code: textField }, list: [...trashFields] },
  member: {
    fields: {
      membership_id: select,
      first_name: required,
      last_name: textField,
      email: required,
      password: textField,
      phone_no: required,
      birth_date: textField,
      type_gender_id: required,
      type_identity_id: textField,
      identity_no: textField,
      business_address: textField,
      remark: textField,
      home_address: textField,
      marketing_name: textField,
      hobby: textField,
      dining_preference: textField,
      is_active: flag,
      membership_notification: textField,
      birthday_notification: textField,
      all_notification: textField,
      origin_country_id: required,
      visit_type_id: textField,
      comp_visits_period: count,
      email_verified_at: textField,
    },
    list: ['id', 'renew_date', 'valid_until_date', 'member_date', 'hotel.code', 'register_hotel.code', ...trashFields],
    order: '-id',
  },
  member_card: {
    fields: { member_id: required, sbec_no: textField, start_date: required, end_date: required, is_active: flag },
    list: ['membership.name', 'hotel.code', 'hotel.name', 'file_url', ...trashFields],
    order: '-end_date',
  },
  member_voucher: {
    fields: {
      transaction_id: textField,
      member_card_id: textField,
      voucher_id: textField,
      restrict_hotel_id: textField,
      valid_until_date: required,
      redeem_date: required,
    },
    list: ['voucher_no', 'voucher.nominal', 'voucher.name', 'voucher.type_voucher.name', ...trashFields],
    order: '-valid_until_date',
  },
  transaction: {
    fields: {
      phone_no: textField,
      reference_no: { label: 'Official Receipt No' },
      member_id: textField,
      type_payment_id: textField,
      transaction_date: textField,
      marketing_name: { label: 'Sold By' },
      remark: { label: 'Notes' },
    },
    list: [
      'transaction_no',
      'grand_total',
      'sub_total',
      'discount',
      'hotel.name',
      'staff.name',
      'type_payment.name',
      ...trashFields,
    ],
    order: '-transaction_date',
  },
  transaction_detail: {
    fields: { transaction_id: textField, description: textField, quantity: count, unit_price: required },
    list: ['spend_type.name', 'sub_total', 'sub_total_usd', ...trashFields],
  },
  visit: {
    fields: {
      hotel_id: textField,
      member_id: textField,
      total_fb: { decimals: 3 },
      total_room: { decimals: 3 },
      total_others: { decimals: 3 },
      reference_no: required,
      staff_name: required,
      remark: textField,
    },
    list: ['visit_no', 'grand_total', 'grand_total_usd', ...trashFields],
  },
  voucher_redeem: {
    fields: { redeem_date: required, booking_no: required, staff_name: required, remark: textField },
    list: [
      'redeem_no',
      'member_voucher.voucher_no',
      'member_voucher.voucher.name',
      'member_voucher.nominal',
      'redeem_hotel.name',
      ...trashFields,
    ],
    order: '-redeem_date',
  },
  hotel: {
    fields: {
      country_id: required,
      code: required,
      name: required,
      address_1: textField,
      address_2: textField,
      phone_no: textField,
      fax_no: textField,
      zip: textField,
      is_active: flag,
      greeting_name: textField,
      greeting_position: textField,
      email: { required: true, label: 'Email (public contact)' },
    },
    list: ['region.code', ...trashFields],
  },
  country: {
    fields: {
      region_id: required,
      name: required,
      cca2: required,
      cca3: required,
      ccn3: required,
      currency: required,
      decimals: { required: true, kind: 'integer' },
      usd_rate: { decimals: 6 },
      capital: textField,
      spelling_code: textField,
      spelling: textField,
      w_region: textField,
      sub_region: textField,
      latitude: { decimals: 15 },
      longitude: { decimals: 15 },
    },
    list: [...trashFields],
  },
  region: { fields: { code: required, name: required }, list: ['id', ...trashFields], order: 'id' },
  region_users: {
    fields: {
      region_id: required,
      user_id: required,
      restrict_hotel_id: { optional: true, label: 'Property assignment' },
    },
    list: [...trashFields],
  },
  membership: {
    fields: {
      code: textField,
      name: required,
      price: { required: true, kind: 'money', decimals: 0 },
      renewal_price: { required: true, kind: 'money', decimals: 0 },
      min_visit: { required: true, label: 'Visits to Maintain', decimals: 0 },
      min_visit_to_upgrade: { required: true, label: 'Visits to Upgrade', decimals: 0 },
      benefits: { optional: true, kind: 'textarea' },
      benefits_url: optional,
      restrict_region_id: { optional: true, label: 'Only for ... Region' },
      is_regional: { ...flag, label: 'World / Regional Access Type Only' },
      is_free: { ...flag, label: 'Free Member?' },
    },
    list: ['restrict_region.name', 'is_free', ...trashFields],
  },
  voucher: {
    fields: {
      name: required,
      name_id: required,
      description: { required: true, kind: 'textarea' },
      description_id: { required: true, kind: 'textarea' },
      terms_condition: { required: true, kind: 'textarea' },
      terms_condition_id: { required: true, kind: 'textarea' },
      type_voucher_id: select,
      membership_id: select,
      file_url: { required: true, kind: 'file' },
      nominal: { required: true, kind: 'money', decimals: 0 },
      hotel_id: optional,
      quantity: { required: true, kind: 'integer', decimals: 0 },
      is_restricted: flag,
      is_active: flag,
    },
    list: ['sort_no', 'type_voucher.name', 'membership.name', 'hotel.code', ...trashFields],
  },
  mail_template: {
    fields: { name: required, description: optional, mail_type_id: optional, is_active: flag },
    list: ['mail_type.name', 'image_url', ...trashFields],
  },
  mail_language: {
    fields: {
      mail_template_id: required,
      country_id: textField,
      header: { required: true, label: 'Subject' },
      is_active: flag,
      is_reserved: { kind: 'flag', label: 'Default email', listOnly: true },
    },
    list: ['is_reserved', ...trashFields],
  },
  mail_params: {
    fields: {
      sort_no: { required: true, ...count },
      mail_template_id: select,
      name: required,
      type_input_id: select,
      default_value: { required: true, kind: 'textarea' },
    },
    list: [...trashFields],
    order: 'sort_no',
  },
  mail_language_params: {
    fields: {
      mail_params_id: required,
      mail_language_id: required,
      type_input_id: required,
      name: required,
      value: required,
    },
    list: [...trashFields],
  },
  mail_data: {
    fields: { sort_no: required, mail_template_id: required, name: required, description: required },
    list: [...trashFields],
  },
  mail_log: {
    fields: {},
    list: ['id', 'mail_type.name', 'delivery_status', 'track', 'message', 'created_at', 'last_resend_at'],
    order: '-id',
  },
  type_input: { fields: { name: required, code: required }, list: [...trashFields] },
  integration: {
    fields: {
      name: { required: true, label: 'Property name' },
      description: optional,
      access_token: optional,
      is_active: flag,
      hotel_id: select,
    },
    list: [...trashFields],
  },
  users: {
    fields: {
      name: required,
      username: required,
      email: required,
      password: required,
      role_group_id: required,
      phone_no: optional,
    },
    list: ['role_group.name', 'role_group.access_type.name', ...trashFields],
  },
};
