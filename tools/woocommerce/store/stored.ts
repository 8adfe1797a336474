import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { databaseOf, mariadb, siteOf } from '../install/site.ts';
import type { RunningStore } from '../set-up.ts';
import { type PhpValue, phpValue } from './php-serialized.ts';

const Post = z.object({
  id: z.int(),
  parent: z.int(),
  type: z.enum(['product', 'product_variation']),
  status: z.string(),
  title: z.string(),
  slug: z.string(),
  order: z.int(),
});
const Meta = z.object({ id: z.int(), key: z.string(), value: z.nullable(z.string()) });
const TermOf = z.object({
  id: z.int(),
  taxonomy: z.string(),
  name: z.string(),
  slug: z.string(),
  order: z.int(),
});
const Media = z.object({ id: z.int(), file: z.nullable(z.string()), isFinished: z.int() });

/** An attribute of a product as the store's own tables have it. */
export interface StoredAttribute {
  /** Key by which its variations choose. */
  key: string;
  isShared: boolean;
  isChosen: boolean;
  /** In order: as stored with the product, or by the store-wide order. */
  values: string[];
}

export interface StoredVariation {
  id: number;
  status: string;
  /** Its chosen value of each attribute, by the attribute's key and as the values are displayed. */
  chosen: Map<string, string>;
  sku: string;
  price: string;
  regularPrice: string;
  imageId: number;
}

export interface StoredProduct {
  id: number;
  status: string;
  title: string;
  slug: string;
  type: string;
  /** Our key on it; null on what is not ours. */
  key: string | null;
  sku: string;
  price: string;
  regularPrice: string;
  attributes: StoredAttribute[];
  variations: StoredVariation[];
  imageIds: number[];
}

/** Contents of a store's own tables, read without WooCommerce. */
export interface Stored {
  products: StoredProduct[];
  /** The SHA-256 of each image's file, by its number. */
  images: Map<number, string>;
  /** Those of them that PHP was killed in before their sizes were made. */
  unfinished: Set<number>;
}

export function readStored(store: Pick<RunningStore, 'root' | 'name'>): Stored {
  const posts = rowsOf(
    store,
    Post,
    `select json_object('id', ID, 'parent', post_parent, 'type', post_type, 'status', post_status,
    'title', post_title, 'slug', post_name, 'order', menu_order) from wp_posts
    where post_type in ('product', 'product_variation') and post_status <> 'auto-draft' order by menu_order, ID`,
  );
  const metas = Map.groupBy(
    rowsOf(
      store,
      Meta,
      `select json_object('id', post_id, 'key', meta_key, 'value', meta_value) from wp_postmeta
      join wp_posts on ID = post_id where post_type in ('product', 'product_variation')`,
    ),
    ({ id }) => id,
  );
  const terms = Map.groupBy(
    rowsOf(
      store,
      TermOf,
      `select json_object('id', object_id, 'taxonomy', taxonomy, 'name', name, 'slug', slug,
      'order', coalesce((select cast(meta_value as signed) from wp_termmeta m where m.term_id = t.term_id
        and meta_key in ('order', concat('order_', taxonomy)) order by meta_key limit 1), 0))
      from wp_term_relationships join wp_term_taxonomy using (term_taxonomy_id) join wp_terms t using (term_id)`,
    ),
    ({ id }) => id,
  );
  const children = Map.groupBy(
    posts.filter(({ type }) => type === 'product_variation'),
    ({ parent }) => parent,
  );
  const fields = (id: number) => new Map((metas.get(id) ?? []).map(({ key, value }) => [key, value ?? '']));
  const products = posts
    .filter(({ type }) => type === 'product')
    .map((post): StoredProduct => {
      const own = fields(post.id);
      const ofIt = terms.get(post.id) ?? [];
      const attributes = attributesIn(own.get('_product_attributes') ?? '', ofIt);
      const gallery = (own.get('_product_image_gallery') ?? '').split(',');
      return {
        id: post.id,
        status: post.status,
        title: post.title,
        slug: decodeURIComponent(post.slug),
        type: ofIt.find(({ taxonomy }) => taxonomy === 'product_type')?.name ?? 'simple',
        key: own.get('_bowerbird_key') ?? null,
        ...codesIn(own),
        attributes,
        variations: (children.get(post.id) ?? []).map((each) =>
          variationOf(each, fields(each.id), attributes, ofIt),
        ),
        imageIds: [own.get('_thumbnail_id') ?? '', ...gallery].map(Number).filter((id) => id > 0),
      };
    });
  return { products, ...imagesIn(store) };
}

function variationOf(
  { id, status }: z.infer<typeof Post>,
  own: Map<string, string>,
  attributes: readonly StoredAttribute[],
  terms: readonly z.infer<typeof TermOf>[],
): StoredVariation {
  const chosen = attributes
    .filter(({ isChosen }) => isChosen)
    .map(({ key, isShared }): [string, string] => {
      const reported = own.get(`attribute_${key}`) ?? '';
      const term = terms.find(({ taxonomy, slug }) => taxonomy === key && slug === reported);
      return [key, isShared ? (term?.name ?? `no term "${reported}"`) : reported];
    });
  return {
    id,
    status,
    chosen: new Map(chosen),
    ...codesIn(own),
    imageId: Number(own.get('_thumbnail_id') ?? 0),
  };
}

function codesIn(own: ReadonlyMap<string, string>) {
  return {
    sku: own.get('_sku') ?? '',
    price: own.get('_price') ?? '',
    regularPrice: own.get('_regular_price') ?? '',
  };
}

function attributesIn(serialized: string, terms: readonly z.infer<typeof TermOf>[]): StoredAttribute[] {
  const sent = serialized === '' ? new Map<string, PhpValue>() : phpValue(serialized);
  if (!(sent instanceof Map)) {
    return [];
  }
  return [...sent]
    .map(([key, one]) => ({ key, one: one instanceof Map ? one : new Map<string, PhpValue>() }))
    .sort((a, b) => Number(a.one.get('position') ?? 0) - Number(b.one.get('position') ?? 0))
    .map(({ key, one }) => {
      const isShared = one.get('is_taxonomy') === 1;
      const ofIt = terms.filter(({ taxonomy }) => taxonomy === key).sort((a, b) => a.order - b.order);
      const own = String(one.get('value') ?? '').split('|');
      return {
        key,
        isShared,
        isChosen: one.get('is_variation') === 1,
        values: isShared ? ofIt.map(({ name }) => name) : own.map((value) => value.trim()),
      };
    });
}

function imagesIn(store: Pick<RunningStore, 'root' | 'name'>): Pick<Stored, 'images' | 'unfinished'> {
  const found = rowsOf(
    store,
    Media,
    `select json_object('id', ID, 'file', meta_value, 'isFinished', (select count(*) from wp_postmeta m
      where m.post_id = ID and m.meta_key = '_wp_attachment_metadata')) from wp_posts
    left join wp_postmeta on post_id = ID and meta_key = '_wp_attached_file' where post_type = 'attachment'`,
  );
  const uploads = join(siteOf(store.root, store.name), 'wp-content/uploads');
  // WooCommerce has its own image, shown for a product without any.
  const own = found.filter(({ file }) => !/^woocommerce-placeholder/.test(file ?? ''));
  const images = new Map(
    own.map(({ id, file }) => {
      const path = join(uploads, file ?? '');
      const isThere = file !== null && existsSync(path);
      return [
        id,
        isThere ? createHash('sha256').update(readFileSync(path)).digest('hex') : `no file ${file}`,
      ];
    }),
  );
  return { images, unfinished: new Set(own.flatMap(({ id, isFinished }) => (isFinished ? [] : [id]))) };
}

/** Runs a query that returns one JSON object a row. */
export function rowsOf<Row>(
  { root, name }: Pick<RunningStore, 'root' | 'name'>,
  schema: z.ZodMiniType<Row>,
  query: string,
): Row[] {
  return mariadb(
    root,
    ['-N', '-B', '--raw', '--default-character-set=utf8mb4', '-D', databaseOf(name)],
    query,
  )
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)));
}
