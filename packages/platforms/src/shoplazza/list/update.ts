import type { Variant } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { type Fate, isToBeSeen, type ToUpdate } from '../../listing/writes.ts';
import { TooLate } from '../../too-late.ts';
import { idOf, isObject, itemsOf, type UnreadObject } from '../../unread.ts';
import { needsVariantPictures, picturesOf, productFields, variantFields } from './body.ts';
import { type ApiAnswer, type ApiRequest, ask, readJson, versionOf } from './client.ts';
import { appliedBy, fateOf } from './fate.ts';
import { collectionsOf, type Former, formerIn, imagesOf, readFormer } from './former.ts';
import { droppedCollections, notKept, withNotes } from './kept.ts';
import { picturesHash, unfinishedNoteOf } from './mark.ts';
import { seenOf } from './seen.ts';

/**
 * New content by id, by one request as long as the variants stay the same. Variants are named by their ids, pictures are
 * sent only where others are wanted, and collections that the merchant chose stay. Where variants come or go, each has a
 * request before; the mark goes with the last, so that what was broken off in between is found undone, and is done again
 * from what is there then. The first says that it is one of several: where it lands late, the after-check knows it.
 */
export async function update(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const updating = new Updating(item, store, context);
  try {
    return await updating.run();
  } catch (thrown) {
    if (thrown instanceof Ended) {
      return thrown.fate;
    }
    if (thrown instanceof TooLate && updating.hasSent) {
      return { fate: 'doubt', because: 'too late for the rest' };
    }
    throw thrown;
  }
}

/** Ends an update with what became of it. */
class Ended extends Error {
  readonly fate: Fate;

  constructor(fate: Fate) {
    super(fate.fate);
    this.fate = fate;
  }
}

class Updating {
  hasSent = false;
  readonly #item: ToUpdate;
  readonly #store: StoreAccess;
  readonly #context: ListerContext;
  readonly #route: string;

  constructor(item: ToUpdate, store: StoreAccess, context: ListerContext) {
    this.#item = item;
    this.#store = store;
    this.#context = context;
    this.#route = `/products/${encodeURIComponent(item.storeProductId)}`;
  }

  async run(): Promise<Fate> {
    const former = formerIn(this.#item.held) ?? (await this.#read());
    if (former.single !== (this.#item.product.options.length === 0)) {
      return noOtherChoices;
    }
    const ids = await this.#variants(former);
    const pictured = new Set(former.variants.flatMap(({ id, pictured: is }) => (is ? [id] : [])));
    const others = former.pictures !== (await picturesHash(this.#item));
    const answer = await this.#send({
      method: 'PUT',
      route: this.#route,
      json: { product: await this.#body(ids, others, pictured) },
    });
    const told = answer.kind === 'json' && isObject(answer.body.product) ? answer.body.product : null;
    const left = others && told !== null ? stillThere(former, told) : [];
    for (const id of left) {
      await this.#part({ method: 'DELETE', route: `${this.#route}/images/${encodeURIComponent(id)}` });
    }
    const after = left.length > 0 ? await this.#readAgain() : told;
    const seen = await seenOf(after, this.#store);
    const notes = notKept(this.#item, former);
    return fateOf(answer, () => withNotes(appliedBy(seen, this.#item.attemptId), notes), { byId: true });
  }

  async #body(
    ids: ReadonlyMap<string, string>,
    others: boolean,
    pictured: ReadonlySet<string>,
  ): Promise<object> {
    const { product, options } = this.#item;
    const version = versionOf(this.#store);
    const {
      collection_ids: ours,
      product_type: _type,
      requires_shipping: shipped,
      ...fields
    } = await productFields(this.#item, version);
    return {
      ...fields,
      // Later versions spell it so in updates, and take no type there.
      [version === '2022-01' ? 'requires_shipping' : 'require_shipping']: shipped,
      ...(version !== '2022-01' && (await this.#collections(itemsOf(ours)))),
      published: isToBeSeen(options),
      ...(others && { images: picturesOf(product), need_variant_image: needsVariantPictures(product) }),
      variants: product.variants.map((variant, at) => {
        const { image, position: _position, ...own } = variantFields(variant, at, product, version);
        const id = ids.get(nameOf(variant.optionValues));
        // One that was added has none: its own request takes none (the vendor's description of 2026-01).
        const isToShow = others || !pictured.has(id ?? '');
        return { id, ...own, ...(isToShow && image !== undefined && { image }) };
      }),
    };
  }

  /** Brings the store's variants to ours; answers their ids by their values. */
  async #variants({ variants, values, title, pictures }: Former): Promise<Map<string, string>> {
    const { product } = this.#item;
    const there = new Map(variants.map((variant) => [nameOf(variant.values), variant.id]));
    const wanted = new Set(product.variants.map(({ optionValues }) => nameOf(optionValues)));
    const added = product.variants.filter(({ optionValues }) => !there.has(nameOf(optionValues)));
    const gone = [...there].filter(([name]) => !wanted.has(name));
    if (added.length > 0) {
      // A variant may only have values that the product lists (`readme.md`, Writing products): the old and the new, for a while.
      const options = product.options.map((option, at) => ({
        name: option.name,
        values: [...new Set([...(values[at] ?? []), ...option.values])],
      }));
      const note = unfinishedNoteOf(this.#item, pictures);
      await this.#part({ method: 'PUT', route: this.#route, json: { product: { title, options, note } } });
    }
    const order = variants.map((variant) => nameOf(variant.values));
    for (const variant of added) {
      const name = nameOf(variant.optionValues);
      const before = product.variants[product.variants.indexOf(variant) - 1];
      const at = before ? order.indexOf(nameOf(before.optionValues)) + 1 : 0;
      order.splice(at, 0, name);
      there.set(name, await this.#add(variant, at));
    }
    for (const [name, id] of gone) {
      await this.#part({ method: 'DELETE', route: `${this.#route}/variants/${encodeURIComponent(id)}` });
      there.delete(name);
    }
    return there;
  }

  /** Behind the one that it follows in our product; those that are still to go are counted with the others. */
  async #add(variant: Variant, at: number): Promise<string> {
    const { product } = this.#item;
    const { image: _image, ...fields } = variantFields(variant, at, product, versionOf(this.#store));
    const route = `${this.#route}/variants`;
    const body = await this.#part({ method: 'POST', route, json: { variant: fields } });
    const id = isObject(body.variant) ? idOf(body.variant.id) : null;
    if (id === null) {
      throw new Ended({ fate: 'doubt', because: 'a variant without its id' });
    }
    return id;
  }

  /**
   * Ours beside those the merchant chose: a list names all there are to be. Those that it was written with last, and is not to be in any
   * more, are left out.
   */
  async #collections(ours: readonly unknown[]): Promise<{ collection_ids?: unknown[] }> {
    const { storeProductId } = this.#item;
    const dropped = droppedCollections(this.#item);
    if (ours.length === 0 && dropped.length === 0) {
      return {};
    }
    const there = await collectionsOf(storeProductId, this.#store, this.#context);
    if (there === null) {
      throw new Ended({ fate: 'doubt', because: 'its collections were not told' });
    }
    const kept = there.filter(({ title }) => !dropped.includes(title.toLowerCase()));
    return { collection_ids: [...new Set([...kept.map(({ id }) => id), ...ours])] };
  }

  async #read(): Promise<Former> {
    const { storeProductId } = this.#item;
    const former = await readFormer(storeProductId, this.#store, this.#context).catch((thrown: unknown) => {
      const failure = AppError.from(thrown);
      throw new Ended({ fate: 'doubt', because: `not read: ${failure.message}` });
    });
    if (former === null) {
      throw new Ended({ fate: 'missing' });
    }
    return former;
  }

  async #readAgain(): Promise<unknown> {
    const request: ApiRequest = { method: 'GET', route: this.#route };
    return (await readJson(request, this.#store, this.#context).catch(() => ({ product: null }))).product;
  }

  async #send(request: ApiRequest): Promise<ApiAnswer> {
    const answer = await ask(request, this.#store, this.#context, { gated: true });
    this.hasSent = true;
    return answer;
  }

  /** A step beside the main one; what is to go and is gone already needs none. */
  async #part(request: ApiRequest): Promise<UnreadObject> {
    const answer = await this.#send(request);
    const fate = fateOf(answer, () => ({ fate: 'doubt', because: '' }), { byId: true });
    const isGone = fate.fate === 'missing' && request.method === 'DELETE';
    if (answer.kind === 'json' && (answer.status < 300 || isGone)) {
      return answer.body;
    }
    throw new Ended(fate);
  }
}

/** The store adds choices to no product that was made without, and takes them from none. Nothing was sent. */
const noOtherChoices: Fate = {
  fate: 'refused',
  faults: [
    {
      code: 'store.rejected-product',
      params: { message: 'has_only_default_variant' },
      field: 'options',
      said: 'has_only_default_variant',
    },
  ],
  answer: { sent: false },
};

function nameOf(values: readonly string[]): string {
  return JSON.stringify(values);
}

/** Pictures that were there before and still are, beside the new ones. */
function stillThere({ images }: Former, now: UnreadObject): string[] {
  const ids = imagesOf(now);
  const left = ids.filter((id) => images.includes(id));
  return left.length < ids.length ? left : [];
}
