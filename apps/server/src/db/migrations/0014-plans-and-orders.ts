import type { Kysely } from 'kysely';
import { closed, createdBy, currentOwner, execute, owner } from './statements.ts';

/** Plans, quotas, orders and payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...plans, ...quotas, ...orders, ...owned.flatMap(closedButToBilling)]);
}

const owned = [
  'subscription',
  'quota_month',
  'quota_listed',
  'plan_order',
  'invoice_data',
  'unfreeze_request',
];

/** A merchant sees its own rows; billing works for all merchants, says so by a setting, and sees all rows. */
const closedButToBilling = (table: string) =>
  closed(table, `owner_id = ${currentOwner} or current_setting('app.billing', true) = 'on'`);

const plans = [
  `create table plan (
    id text primary key,
    name jsonb not null,
    price_month numeric(12, 2) not null,
    price_year numeric(12, 2) not null,
    currency text not null,
    quotas jsonb not null,
    on_sale boolean not null,
    position integer not null
  )`,
  `insert into plan (id, name, price_month, price_year, currency, quotas, on_sale, position) values (
    'self-hosted',
    '{"zh-CN": "自托管", "zh-TW": "自行架設", "en-US": "Self-hosted", "pt-BR": "Hospedagem própria"}',
    0, 0, 'CNY',
    '{"products": null, "collected-per-month": null, "listed-per-month": null, "stores": null, "people": null}',
    false, 0
  )`,

  // One row: the plan of every merchant that bought none, and the account for bank transfers.
  `create table billing_setting (
    one boolean primary key default true check (one),
    default_plan text not null references plan (id),
    plans_on boolean not null default false,
    bank jsonb
  )`,
  `insert into billing_setting (default_plan) values ('self-hosted')`,

  `create table subscription (
    owner_id uuid primary key references owner (id) on delete cascade,
    plan_id text not null references plan (id),
    order_id uuid not null,
    value numeric(12, 2) not null,
    currency text not null,
    end_notified boolean not null default false,
    starts_at timestamptz not null,
    ends_at timestamptz not null
  )`,
];

const quotas = [
  `create table quota_month (
    ${owner},
    what text not null,
    month date not null,
    used integer not null default 0,
    primary key (owner_id, what, month)
  )`,
  `create table quota_listed (
    listing_id uuid not null references listing (id) on delete cascade,
    generation integer not null,
    ${owner},
    at timestamptz not null default now(),
    primary key (listing_id, generation)
  )`,
];

const orders = [
  'create sequence plan_order_number',
  `create table plan_order (
    id uuid primary key,
    ${owner},
    number text not null unique,
    plan_id text not null references plan (id),
    plan_name jsonb not null,
    term text not null check (term in ('month', 'year')),
    state text not null default 'waiting-payment'
      check (state in ('waiting-payment', 'paid', 'cancelled', 'expired', 'refunded')),
    payment text not null check (payment in ('bank-transfer', 'card')),
    checkout_id text,
    payment_ref text,
    currency text not null,
    price numeric(12, 2) not null,
    credit numeric(12, 2) not null,
    amount numeric(12, 2) not null,
    received numeric(12, 2),
    extra_days integer not null default 0,
    invoice jsonb,
    reason text,
    ${createdBy},
    confirmed_by uuid references "user" (id) on delete set null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    paid_at timestamptz,
    period_start timestamptz,
    period_end timestamptz,
    ended_at timestamptz
  )`,
  'create index plan_order_owner on plan_order (owner_id, id desc)',
  // Only one order of a merchant waits for its payment.
  `create unique index plan_order_waiting on plan_order (owner_id) where state = 'waiting-payment'`,

  `create table invoice_data (
    owner_id uuid primary key references owner (id) on delete cascade,
    data jsonb not null
  )`,

  `create table unfreeze_request (
    id uuid primary key,
    ${owner},
    user_id uuid references "user" (id) on delete set null,
    message text not null,
    at timestamptz not null default now(),
    settled_at timestamptz
  )`,
  'create unique index unfreeze_request_open on unfreeze_request (owner_id) where settled_at is null',

  // Events of payment providers that were processed: none is processed twice.
  `create table payment_event (
    provider text not null,
    id text not null,
    at timestamptz not null default now(),
    primary key (provider, id)
  )`,
];
