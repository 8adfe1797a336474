import { textOf, type UnreadObject } from '@bowerbird/platforms/reading/unread';
import { type RestAnswer, refusal } from '../../store/rest-answers.ts';
import { slugOf } from '../../store/wordpress-slug.ts';
import { cut, fileAddress, type StoreForm, termForm } from './forms.ts';
import type { StoredAttribute, StoredFile, Taxonomy } from './record.ts';

/** Longest slug of an attribute, and names that WordPress reserves for itself (from memory). */
const attributeSlugMax = 28;
const reserved = ['type', 'category', 'tag', 'year', 'author', 'name', 'order'];

export function listTerms(taxonomy: Taxonomy, query: URLSearchParams, store: StoreForm): RestAnswer {
  const search = query.get('search')?.toLowerCase();
  const parent = query.get('parent');
  const found = [...store.ledger.terms.values()].filter(
    (term) =>
      term.taxonomy === taxonomy &&
      (search === undefined || term.name.toLowerCase().includes(search)) &&
      (parent === null || term.parent === Number(parent)),
  );
  return paged(
    found.map((term) => cut(termForm(term, store), query)),
    query,
  );
}

export function createTerm(taxonomy: Taxonomy, body: UnreadObject, store: StoreForm): RestAnswer {
  const name = textOf(body.name);
  if (name === null) {
    return refusal(400, 'rest_missing_callback_param', 'Missing parameter(s): name', { params: ['name'] });
  }
  const parent = typeof body.parent === 'number' ? body.parent : 0;
  const duplicate = store.ledger.termNamed(taxonomy, name, parent);
  if (duplicate) {
    const where = taxonomy === 'product_cat' ? 'with this parent' : 'in this taxonomy';
    return refusal(400, 'term_exists', `A term with the name provided already exists ${where}.`, {
      resource_id: duplicate.id,
    });
  }
  const term = store.ledger.addTerm(taxonomy, name, textOf(body.slug), parent);
  return { status: 201, body: termForm(term, store) };
}

export function listAttributes({ ledger }: StoreForm): RestAnswer {
  return { status: 200, body: [...ledger.attributes.values()].map(attributeForm) };
}

/** An attribute whose slug exists is rejected with this message (code and status read in its source). */
export function createAttribute(body: UnreadObject, { ledger }: StoreForm): RestAnswer {
  const name = textOf(body.name) ?? '';
  const slug = slugOf(name);
  const held = [...ledger.attributes.values()].some((one) => one.slug === `pa_${slug}`);
  const problem = held
    ? `Slug "${slug}" is already in use. Change it, please.`
    : slug.length > attributeSlugMax
      ? `Slug "${slug}" is too long (28 characters max). Shorten it, please.`
      : reserved.includes(slug)
        ? `Slug "${slug}" is not allowed because it is a reserved term. Change it, please.`
        : null;
  if (problem !== null) {
    return refusal(400, 'woocommerce_rest_cannot_create', problem);
  }
  const attribute: StoredAttribute = { id: ledger.nextId(), name, slug: `pa_${slug}`, orderBy: 'menu_order' };
  ledger.attributes.set(attribute.id, attribute);
  return { status: 201, body: attributeForm(attribute) };
}

/**
 * The media library belongs to WordPress, not to WooCommerce: its keys give no access, application passwords do
 * (`woocommerce/readme.md`, Credentials).
 */
export function uploadFile(
  file: { bytes: Uint8Array; disposition: string | null },
  query: URLSearchParams,
  store: StoreForm,
  now: number,
): RestAnswer {
  const name = /filename="?([^";]+)"?/.exec(file.disposition ?? '')?.[1];
  if (name === undefined || file.bytes.length === 0) {
    return refusal(400, 'rest_upload_no_data', 'No data supplied.');
  }
  if (!/\.(?:jpe?g|png|gif|webp)$/i.test(name)) {
    return refusal(500, 'rest_upload_sideload_error', 'Sorry, you are not allowed to upload this file type.');
  }
  // The body is the file's bytes, so its title and texts go in the query (seen on both versions).
  const title = query.get('title') ?? name.replace(/\.\w+$/, '');
  const stored = store.ledger.addFile(name, title, query.get('alt_text') ?? '', now, query.get('slug'));
  return { status: 201, body: mediaForm(stored, store) };
}

/**
 * Lists files by slug or by words in titles and file names. Anyone may see those that belong to no product or to one
 * that is published (read in WordPress's source).
 */
export function listFiles(query: URLSearchParams, store: StoreForm, seesAll: boolean): RestAnswer {
  const slugs = query.get('slug')?.split(',');
  const words = query.get('search')?.toLowerCase().split(' ') ?? [];
  const found = [...store.ledger.files.values()].filter(
    ({ id, slug, name, title }) =>
      (slugs?.includes(slug) ?? true) &&
      words.every((word) => `${title} ${name}`.toLowerCase().includes(word)) &&
      (seesAll || !isOfDraft(id, store)),
  );
  if (query.get('order') === 'desc') {
    found.reverse();
  }
  return paged(
    found.map((file) => cut(mediaForm(file, store), query)),
    query,
  );
}

function mediaForm(file: StoredFile, { origin }: StoreForm): object {
  const { id, slug, title, alt } = file;
  const address = fileAddress(file, origin);
  return { id, slug, title: { rendered: title }, alt_text: alt, source_url: address, media_type: 'image' };
}

function isOfDraft(id: number, { ledger }: StoreForm): boolean {
  const shown = [...ledger.products.values()].filter(({ images }) => images.includes(id));
  return shown.length > 0 && shown.every(({ status }) => status !== 'publish');
}

function attributeForm({ id, name, slug, orderBy }: StoredAttribute): object {
  return { id, name, slug, type: 'select', order_by: orderBy, has_archives: false };
}

/** Returns one page of what was found, with the counts in the header. */
export function paged(items: readonly object[], query: URLSearchParams): RestAnswer {
  const perPage = Number(query.get('per_page') ?? 10);
  const from = (Number(query.get('page') ?? 1) - 1) * perPage;
  return {
    status: 200,
    body: items.slice(from, from + perPage),
    headers: {
      'x-wp-total': String(items.length),
      'x-wp-totalpages': String(Math.ceil(items.length / perPage)),
    },
  };
}
