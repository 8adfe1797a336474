import type { Cell } from '@bowerbird/catalog/change/cell';
import { composeCells } from '@bowerbird/catalog/change/compose';
import { describeChange } from '@bowerbird/catalog/change/describe';
import type { Product } from '@bowerbird/catalog/product';
import { type Kysely, sql } from 'kysely';
import { closedToOthers, execute, forProgramOnly, owner } from './statements.ts';

/**
 * The history of products by cell: one record for each product and edit set, which is its key, so that a job that is
 * killed and resumed cannot apply an edit twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...byField, ...byCell]);
  await convert(db);
  await execute(db, [...afterwards, ...following, ...unusedImages, ...folding]);
}

const byField = [
  'drop trigger edits_counted on product_change',
  'drop trigger followed_changes_kept on product_change',
  'alter table product_change rename to change_by_field',
  'alter table change_by_field rename constraint product_change_pkey to change_by_field_pkey',
  'drop index product_change_product',
  'drop index product_change_set',
  'create index change_by_field_set on change_by_field (edit_set_id, product_id)',
];

const byCell = [
  // The edit set that this one undid.
  'alter table edit_set add column undoes uuid references edit_set (id) on delete set null',

  // `cells`: see `change/cell.ts` of the catalogue. `undone`: the paths of those that were undone.
  `create table product_change (
    edit_set_id uuid not null,
    product_id uuid not null,
    ${owner},
    at timestamptz not null default now(),
    revision integer not null,
    cells jsonb not null,
    undone text[]
  )`,
];

const afterwards = [
  'drop table change_by_field',
  'alter table product_change add primary key (edit_set_id, product_id)',
  'alter table product_change add foreign key (edit_set_id) references edit_set (id) on delete cascade',
  'alter table product_change add foreign key (product_id) references product (id) on delete cascade',
  'create index product_change_product on product_change (product_id, revision)',
  ...closedToOthers('product_change'),
  `create trigger edits_counted after insert on product_change
    referencing new table as written for each statement execute function edits_counted()`,
];

const following = [
  // A revision of a product is written by one change.
  'alter table followed_change drop constraint followed_change_pkey',
  `delete from followed_change as one using followed_change as other
    where one.shop_id = other.shop_id and one.product_id = other.product_id and one.revision = other.revision
      and one.change_id < other.change_id`,
  'alter table followed_change drop column change_id',
  'alter table followed_change add primary key (shop_id, product_id, revision)',

  // A store that follows prices and inventory alone gets nothing of other fields, and no store gets what we do not model. A run that merges
  // one product twice writes one record, whose second version is an update; marking a record as undone is none.
  `create or replace function keep_followed_changes() returns trigger language plpgsql as $$
    begin
      insert into followed_change (shop_id, product_id, owner_id, revision)
      select following.shop_id, written.product_id, written.owner_id, written.revision
      from written
      join store_following as following on following.owner_id = written.owner_id
      join edit_set on edit_set.id = written.edit_set_id and edit_set.kind = 'followed'
      where exists (
        select from jsonb_array_elements(written.cells) as cell
        where case when following.what = 'all' then cell ->> 'path' not like 'extra/%'
          else cell ->> 'path' = 'currency' or split_part(cell ->> 'path', '/', 1) = 'variants' end)
      on conflict do nothing;
      return null;
    end
  $$`,
  `create trigger followed_changes_kept after insert on product_change
    referencing new table as written for each statement execute function keep_followed_changes()`,
  `create function keep_followed_changes_again() returns trigger language plpgsql as $$
    begin
      insert into followed_change (shop_id, product_id, owner_id, revision)
      select following.shop_id, written.product_id, written.owner_id, written.revision
      from written
      join earlier on earlier.edit_set_id = written.edit_set_id and earlier.product_id = written.product_id
        and earlier.revision < written.revision
      join store_following as following on following.owner_id = written.owner_id
      join edit_set on edit_set.id = written.edit_set_id and edit_set.kind = 'followed'
      where exists (
        select from jsonb_array_elements(written.cells) as cell
        where case when following.what = 'all' then cell ->> 'path' not like 'extra/%'
          else cell ->> 'path' = 'currency' or split_part(cell ->> 'path', '/', 1) = 'variants' end)
      on conflict do nothing;
      return null;
    end
  $$`,
  `create trigger followed_changes_kept_again after update on product_change
    referencing old table as earlier new table as written
    for each statement execute function keep_followed_changes_again()`,
];

const imageId = 'bowerbird-image:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';

const unusedImages = [
  `create or replace function forget_unused_images(unused_days integer, most integer)
    returns table (id uuid, ending text, deleted boolean)
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    declare
      candidates uuid[];
      owners uuid[];
      unused_since timestamptz := now() - make_interval(days => unused_days);
    begin
      select array_agg(old.id), array_agg(distinct old.owner_id) into candidates, owners from (
        select image.id, image.owner_id from uploaded_image image
        where image.used_at < unused_since order by image.used_at limit most
      ) old;
      if candidates is null then
        return;
      end if;
      update uploaded_image image set used_at = now()
      where image.id = any(candidates) and image.id in (
        select named.match[1]::uuid
        from product, regexp_matches((content -> 'images')::text, '${imageId}', 'g') as named (match)
        where owner_id = any(owners) and (content -> 'images')::text like '%bowerbird-image:%'
        union all
        select named.match[1]::uuid
        from product_change, regexp_matches(cells::text, '${imageId}', 'g') as named (match)
        where owner_id = any(owners) and cells::text like '%bowerbird-image:%'
      );
      return query
        with gone as (
          delete from uploaded_image image
          where image.id = any(candidates) and image.used_at < unused_since
          returning image.id, image.ending
        )
        select gone.id, gone.ending, true from gone
        union all
        select image.id, image.ending, false from uploaded_image image
        where image.id = any(candidates) and image.used_at >= unused_since;
    end
  $$`,
];

const folding = [
  // Products of all merchants with more than one old record of what their sources changed, which the program's own role may not look for.
  // What people did is kept, so an edit set of a person is none of these, nor is a record of which something was undone.
  `create function unfolded_changes(kept_days integer, most integer)
    returns table (owner_id uuid, product_id uuid)
    language sql stable security definer set search_path = public, pg_temp as $$
      select product_change.owner_id, product_change.product_id
      from product_change join edit_set on edit_set.id = product_change.edit_set_id
      where edit_set.kind = 'followed' and edit_set.user_id is null and product_change.undone is null
        and edit_set.at < now() - make_interval(days => kept_days)
        and product_change.at < now() - make_interval(days => kept_days)
      group by 1, 2 having count(*) > 1 limit most
    $$`,
  ...forProgramOnly('unfolded_changes(integer, integer)'),
];

interface Group {
  edit_set_id: string;
  product_id: string;
  owner_id: string;
  revision: number;
  at: string;
  undone: boolean;
  changes: { field: string; before: unknown; after: unknown }[][];
}

/** Number of records converted at once. */
const atOnce = 500;

async function convert(db: Kysely<unknown>): Promise<void> {
  const nothing = '00000000-0000-0000-0000-000000000000';
  let last = { edit_set_id: nothing, product_id: nothing };
  for (;;) {
    const { rows } = await sql<Group>`
      select edit_set_id, product_id, (array_agg(owner_id))[1] as owner_id, max(revision) as revision,
        max(at)::text as at, bool_and(undone) as undone, jsonb_agg(fields order by revision, id) as changes
      from change_by_field
      where (edit_set_id, product_id) > (${last.edit_set_id}::uuid, ${last.product_id}::uuid)
      group by edit_set_id, product_id order by edit_set_id, product_id limit ${atOnce}
    `.execute(db);
    const records = rows.map(({ changes, undone, ...row }) => {
      const cells = changes.map(cellsOf).reduce(composeCells);
      return { ...row, cells, undone: undone ? cells.map(({ path }) => path) : null };
    });
    await sql`
      insert into product_change (edit_set_id, product_id, owner_id, at, revision, cells, undone)
      select edit_set_id, product_id, owner_id, at, revision, cells, undone
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as given (
        edit_set_id uuid, product_id uuid, owner_id uuid, at timestamptz, revision integer, cells jsonb, undone text[])
    `.execute(db);
    const end = rows.at(-1);
    if (end === undefined || rows.length < atOnce) {
      return;
    }
    last = end;
  }
}

const empty: Product = {
  title: '',
  handle: '',
  descriptionHtml: '',
  vendor: null,
  productType: null,
  tags: [],
  options: [],
  variants: [],
  images: [],
  categories: [],
  seo: { title: null, description: null },
  status: 'active',
  currency: null,
  attributes: [],
  priceTiers: [],
  source: null,
  extra: {},
};

function cellsOf(fields: readonly { field: string; before: unknown; after: unknown }[]): Cell[] {
  return fields.flatMap(({ field, before, after }) => {
    try {
      return describeChange({ ...empty, [field]: before }, { ...empty, [field]: after });
    } catch {
      // Not a value that a product can have: it can be shown, and not undone.
      return [{ path: field, before, after }];
    }
  });
}
