-- Webhooks: whom the programme tells of what, and what became of each message.

create table webhook (
  like record including all,
  name text not null,
  -- Told is what this one's hotel may see; the whole group where there is none.
  integration_id bigint references integration (id),
  url text not null,
  is_active boolean not null,
  -- Messages are signed with it, so that it is kept as it is. Nothing but the call that made it answers it.
  secret text not null,
  member_created boolean not null default false,
  member_updated boolean not null default false,
  member_upgraded boolean not null default false,
  member_lapsed boolean not null default false,
  card_issued boolean not null default false,
  voucher_redeemed boolean not null default false,
  voucher_voided boolean not null default false,
  visit_posted boolean not null default false,
  visit_moved boolean not null default false,
  visit_deleted boolean not null default false,
  sale_made boolean not null default false,
  sale_cancelled boolean not null default false,
  -- When it was switched off because it could not be reached.
  paused_at timestamptz(0)
);
create index webhook_integration_id_idx on webhook (integration_id);
create index webhook_search_idx on webhook using gin (name gin_trgm_ops, url gin_trgm_ops);

-- Secrets that were replaced, and until when they sign beside the present one.
create table webhook_secret (
  webhook_id bigint not null constraint webhook_secret_webhook_id_fkey references webhook (id),
  secret text not null,
  until timestamptz(0) not null
);
create index webhook_secret_webhook_id_idx on webhook_secret (webhook_id);

-- What happened, entered in the transaction of the change, until messages are written of it. Nothing in it points anywhere: a
-- change must not wait for somebody who edits a webhook.
create table webhook_event (
  id bigint generated always as identity primary key,
  event text not null,
  record_id bigint not null,
  at timestamptz(0) not null,
  before jsonb
);

create table webhook_delivery (
  like record including all,
  webhook_id bigint not null references webhook (id),
  event text not null constraint webhook_delivery_event_check check (event in (
    'member.created', 'member.updated', 'member.upgraded', 'member.lapsed', 'card.issued', 'voucher.redeemed', 'voucher.voided',
    'visit.posted', 'visit.moved', 'visit.deleted', 'sale.made', 'sale.cancelled')),
  -- Messages about one record are sent in order.
  about text not null,
  delivery_status text not null default 'queued'
    constraint webhook_delivery_delivery_status_check check (delivery_status in ('queued', 'sent', 'failed')),
  status_code integer constraint webhook_delivery_status_code_check check (status_code >= 0),
  answer text,
  duration_ms integer constraint webhook_delivery_duration_ms_check check (duration_ms >= 0),
  attempts integer not null default 0 constraint webhook_delivery_attempts_check check (attempts >= 0),
  last_attempt_at timestamptz(0),
  next_attempt_at timestamptz(0),
  message_id text not null
);
create index webhook_delivery_webhook_id_idx on webhook_delivery (webhook_id, id);
create index webhook_delivery_due_idx on webhook_delivery (webhook_id, next_attempt_at) where delivery_status = 'queued';
create index webhook_delivery_turn_idx on webhook_delivery (webhook_id, about, id) where delivery_status = 'queued';
create index webhook_delivery_search_idx on webhook_delivery using gin (
  about gin_trgm_ops, answer gin_trgm_ops, message_id gin_trgm_ops
);

-- What messages say, for as long as they may be sent again.
create table webhook_message (
  delivery_id bigint primary key constraint webhook_message_delivery_id_fkey references webhook_delivery (id),
  body text not null,
  -- Since when it is tried; null until then.
  tried_since timestamptz(0)
);

do $$
begin
  call keep_records('webhook', '{secret}');
  call keep_records('webhook_delivery');
end $$;
