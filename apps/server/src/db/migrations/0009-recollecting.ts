import type { Kysely } from 'kysely';
import { closedToOthers, createdBy, execute, owner } from './statements.ts';

/** Watches of sources, merging newly collected content into products, and alerts of what changed at a source. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...watches, ...merging, ...alerts, ...closedToOthers(...owned)]);
}

const owned = ['watch', 'recollect_run', 'merge_conflict', 'merge_decided', 'merge_rule', 'source_alert'];

const run = 'run_id uuid not null references run (id) on delete cascade';
const product = 'product_id uuid not null references product (id) on delete cascade';
const watch = 'watch_id uuid references watch (id) on delete set null';
const question = `
    ${run},
    collected_id uuid not null references collected (id) on delete cascade,
    fields jsonb not null,
    base jsonb not null,
    before jsonb not null,
    before_at timestamptz not null`;

const watches = [
  `create table watch (
    id uuid primary key,
    ${owner},
    last_run_id uuid references run (id) on delete set null,
    name text not null,
    platform text not null,
    shop text not null,
    target jsonb not null,
    with_stock boolean not null default false,
    every_hours integer not null,
    hour integer not null check (hour between 0 and 23),
    time_zone text not null,
    alerts jsonb not null,
    fault jsonb,
    ${createdBy},
    created_at timestamptz not null default now(),
    next_at timestamptz
  )`,
  'create index watch_owner on watch (owner_id, id)',
  // The due watches of all merchants, for the worker that starts them; as `open_run` is.
  'create index watch_due on watch (next_at) where next_at is not null',
  'create view open_watch as select id, owner_id, next_at from watch where next_at is not null offset 0',

  `create table recollect_run (
    run_id uuid primary key references run (id) on delete cascade,
    ${owner},
    ${watch},
    alerts jsonb,
    seen integer not null default 0,
    followed integer not null default 0,
    kept integer not null default 0,
    edited integer not null default 0,
    gone integer not null default 0
  )`,
  'create index recollect_run_owner on recollect_run (owner_id)',
  'create index recollect_run_watch on recollect_run (watch_id, run_id) where watch_id is not null',
];

const merging = [
  `create table merge_conflict (
    product_id uuid primary key references product (id) on delete cascade,
    ${owner},${question},
    at timestamptz not null default now()
  )`,
  'create index merge_question_newest on merge_conflict (owner_id, at desc, product_id desc)',
  'create index merge_question_run on merge_conflict (run_id)',

  // Conflicts that a decision resolved: undoing the decision makes them conflicts again.
  `create table merge_decided (
    edit_set_id uuid not null references edit_set (id) on delete cascade,
    ${product},
    ${owner},${question},
    primary key (edit_set_id, product_id)
  )`,

  `create table merge_rule (
    id uuid primary key,
    ${owner},
    field text not null,
    shop text,
    side text not null check (side in ('source', 'mine')),
    created_at timestamptz not null default now(),
    unique nulls not distinct (owner_id, field, shop)
  )`,
];

const alerts = [
  `create table source_alert (
    id uuid primary key,
    ${owner},
    ${run},
    ${product},
    ${watch},
    kind text not null check (kind in ('price-down', 'price-up', 'sold-out', 'back', 'gone')),
    title text not null,
    image_url text,
    platform text not null,
    shop text not null,
    url text not null,
    before text,
    after text,
    currency text,
    notified boolean not null default false,
    at timestamptz not null default now(),
    read_at timestamptz,
    unique (run_id, product_id, kind)
  )`,
  'create index source_alert_newest on source_alert (owner_id, id desc)',
  'create index source_alert_unread on source_alert (owner_id, kind) where read_at is null',
  'create index source_alert_product on source_alert (product_id, id)',
];
