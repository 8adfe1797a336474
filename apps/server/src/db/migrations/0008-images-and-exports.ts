import type { Kysely } from 'kysely';
import { closedToOthers, execute, forProgramOnly, owner } from './statements.ts';

/** Uploaded images and export files. The bytes are in `images/` and `exports/` of the data folder; a row says whose and what they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...images, ...exports, ...closedToOthers('uploaded_image', 'export_file')]);
}

const imageId = 'bowerbird-image:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';

const images = [
  `create table uploaded_image (
    id uuid primary key,
    ${owner},
    sha256 text not null,
    ending text not null check (ending in ('jpg', 'png', 'webp', 'gif', 'avif')),
    bytes integer not null,
    width integer not null,
    height integer not null,
    created_at timestamptz not null default now(),
    used_at timestamptz not null default now(),
    unique (owner_id, sha256)
  )`,
  'create index uploaded_image_used on uploaded_image (used_at)',

  // Reads the images of all merchants, which the program's own role may not. An image is in use where a product shows it, or showed it in a
  // version that can be restored; the lock on its row keeps an image that is being saved with a product. Returns all images that were looked
  // at: those in use are looked at again after as many days.
  `create function forget_unused_images(unused_days integer, most integer)
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
        from product_change, regexp_matches(fields::text, '${imageId}', 'g') as named (match)
        where owner_id = any(owners) and fields::text like '%bowerbird-image:%'
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
  ...forProgramOnly('forget_unused_images(integer, integer)'),
  // Finds files whose row is gone, for example with their merchant.
  `create function known_images(ids uuid[]) returns setof uuid
    language sql stable security definer set search_path = public, pg_temp as $$
      select id from uploaded_image where id = any(ids)
    $$`,
  ...forProgramOnly('known_images(uuid[])'),
];

const exports = [
  `create table export_file (
    id uuid primary key,
    ${owner},
    run_id uuid not null references run (id) on delete cascade,
    name text not null,
    format text not null,
    products integer not null,
    rows integer not null,
    bytes bigint not null,
    sha256 text not null,
    notices jsonb not null default '[]',
    created_at timestamptz not null default now()
  )`,
  'create index export_file_owner on export_file (owner_id, id)',
  'create unique index export_file_run on export_file (run_id)',
  'create index export_file_at on export_file (owner_id, created_at) include (format, products)',
];
