import type { Kysely } from 'kysely';
import { closedToOthers, currentOwner, execute, owner } from './statements.ts';

/** Saved edit rules, their versions, and which products have them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    ...rules,
    ...attached,
    ...closedToOthers('edit_rule', 'edit_rule_version', 'rule_attachment', 'rule_change', 'rule_rejection'),
    ...products,
  ]);
}

const rules = [
  // A deleted rule stays: the history of products names it, and its number is not used again.
  `create table edit_rule (
    id uuid primary key,
    ${owner},
    number integer not null,
    name text not null,
    description text not null,
    is_closed boolean not null default false,
    version integer not null default 1,
    times_used integer not null default 0,
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    unique (owner_id, number)
  )`,
  `create table edit_rule_version (
    rule_id uuid not null references edit_rule (id) on delete cascade,
    version integer not null,
    ${owner},
    steps jsonb not null,
    at timestamptz not null default now(),
    user_id uuid references "user" (id) on delete set null,
    primary key (rule_id, version)
  )`,
];

const attached = [
  // Rules of a product are applied in the order of `position`. A version of a rule never changes, so moving products to another one
  // is another attachment in the same position.
  `create table rule_attachment (
    id uuid primary key,
    ${owner},
    rule_id uuid not null,
    version integer not null,
    filter jsonb,
    position integer not null,
    attached_at timestamptz not null default now(),
    detached_at timestamptz,
    foreign key (rule_id, version) references edit_rule_version (rule_id, version) on delete cascade
  )`,
  'create index rule_attachment_owner on rule_attachment (owner_id, position) where detached_at is null',
  'create index rule_attachment_rule on rule_attachment (rule_id)',
  // `reached`: the last product that the run has looked at.
  `create table rule_change (
    run_id uuid primary key,
    ${owner},
    rule_id uuid not null references edit_rule (id) on delete cascade,
    removes uuid references rule_attachment (id) on delete cascade,
    adds uuid references rule_attachment (id) on delete cascade,
    reached uuid,
    counts jsonb not null default '{}',
    kept integer not null default 0,
    kept_ids uuid[] not null default '{}'
  )`,
  'create index rule_change_rule on rule_change (rule_id)',
  `create table rule_rejection (
    product_id uuid not null references product (id) on delete cascade,
    attachment_id uuid not null references rule_attachment (id) on delete cascade,
    ${owner},
    step integer not null,
    fault jsonb not null,
    at timestamptz not null default now(),
    primary key (attachment_id, product_id)
  )`,
  'create index rule_rejection_product on rule_rejection (product_id)',
];

const products = [
  `alter table product add column rules uuid[] not null default '{}'`,
  // A view keeps the columns that its table had when it was created.
  `create or replace view own_product as select * from product where owner_id = ${currentOwner} with check option`,
  'alter table edit_set drop constraint edit_set_kind_check',
  `alter table edit_set add constraint edit_set_kind_check
    check (kind in ('claimed', 'created', 'edited', 'undone', 'followed', 'store', 'ruled'))`,
];
