import type { Variant } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { isToBeSeen, type Outcome, type ToUpdate } from '../../../listing/writes.ts';
import { TooLate } from '../../../net/too-late.ts';
import { idOf, isObject, itemsOf, type UnreadObject } from '../../../reading/unread.ts';
import { type ApiAnswer, type ApiRequest, call, readJson, versionOf } from '../connection/client.ts';
import { imagesHash, unfinishedNoteOf } from '../mark.ts';
import { seenOf } from '../seen.ts';
import { imagesOf, needsVariantImages, productFields, variantFields } from './body.ts';
import { collectionsOf, type Former, formerIn, imageAddressesOf, readFormer } from './former.ts';
import { droppedCollections, notKept, withNotes } from './kept.ts';
import { appliedBy, outcomeOf } from './outcome.ts';

/**
 * Writes new content by id, with one request as long as the variants stay the same. Names variants by their ids, sends
 * images only when they changed, and keeps collections that the merchant chose. Added or removed variants need one
 * request each before; the mark is sent with the last request, so that an interrupted update is recognised as
 * unfinished and repeated from the current state. The first request records that it is one of several, so that the
 * after-check recognises it when it arrives late.
 */
export async function update(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const updating = new Updating(item, store, context);
  try {
    return await updating.run();
  } catch (thrown) {
    if (thrown instanceof Ended) {
      return thrown.outcome;
    }
    if (thrown instanceof TooLate && updating.hasSent) {
      return { outcome: 'unknown', because: 'too late for the rest' };
    }
    throw thrown;
  }
}

/** Ends an update with its outcome. */
class Ended extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.outcome);
    this.outcome = outcome;
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

  async run(): Promise<Outcome> {
    const former = formerIn(this.#item.held) ?? (await this.#read());
    if (former.single !== (this.#item.product.options.length === 0)) {
      return noOtherChoices;
    }
    const ids = await this.#variants(former);
    const pictured = new Set(former.variants.flatMap(({ id, pictured: is }) => (is ? [id] : [])));
    const others = former.imagesHash !== (await imagesHash(this.#item));
    const answer = await this.#send({
      method: 'PUT',
      route: this.#route,
      json: { product: await this.#body(ids, others, pictured) },
    });
    const stated = answer.kind === 'json' && isObject(answer.body.product) ? answer.body.product : null;
    const left = others && stated !== null ? stillThere(former, stated) : [];
    for (const id of left) {
      await this.#part({ method: 'DELETE', route: `${this.#route}/images/${encodeURIComponent(id)}` });
    }
    const after = left.length > 0 ? await this.#readAgain() : stated;
    const seen = await seenOf(after, this.#store);
    const notes = notKept(this.#item, former);
    return outcomeOf(answer, () => withNotes(appliedBy(seen, this.#item.attemptId), notes), { byId: true });
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
      // Later versions use this spelling in updates, and accept no type there.
      [version === '2022-01' ? 'requires_shipping' : 'require_shipping']: shipped,
      ...(version !== '2022-01' && (await this.#collections(itemsOf(ours)))),
      published: isToBeSeen(options),
      ...(others && { images: imagesOf(product), need_variant_image: needsVariantImages(product) }),
      variants: product.variants.map((variant, at) => {
        const { image, position: _position, ...own } = variantFields(variant, at, product, version);
        const id = ids.get(nameOf(variant.optionValues));
        // An added variant has no image: its own request accepts none (the vendor's description of 2026-01).
        const isToShow = others || !pictured.has(id ?? '');
        return { id, ...own, ...(isToShow && image !== undefined && { image }) };
      }),
    };
  }

  /** Makes the store's variants equal to ours; returns their ids by their values. */
  async #variants({ variants, values, title, imagesHash: images }: Former): Promise<Map<string, string>> {
    const { product } = this.#item;
    const there = new Map(variants.map((variant) => [nameOf(variant.values), variant.id]));
    const wanted = new Set(product.variants.map(({ optionValues }) => nameOf(optionValues)));
    const added = product.variants.filter(({ optionValues }) => !there.has(nameOf(optionValues)));
    const gone = [...there].filter(([name]) => !wanted.has(name));
    if (added.length > 0) {
      // A variant may only have values that the product lists (`readme.md`, Writing products): temporarily the old and
      // the new.
      const options = product.options.map((option, at) => ({
        name: option.name,
        values: [...new Set([...(values[at] ?? []), ...option.values])],
      }));
      const note = unfinishedNoteOf(this.#item, images);
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

  /** Adds a variant after its predecessor in our product; variants that are still to be removed count as well. */
  async #add(variant: Variant, at: number): Promise<string> {
    const { product } = this.#item;
    const { image: _image, ...fields } = variantFields(variant, at, product, versionOf(this.#store));
    const route = `${this.#route}/variants`;
    const body = await this.#part({ method: 'POST', route, json: { variant: fields } });
    const id = isObject(body.variant) ? idOf(body.variant.id) : null;
    if (id === null) {
      throw new Ended({ outcome: 'unknown', because: 'a variant without its id' });
    }
    return id;
  }

  /**
   * Returns our collections together with those the merchant chose, because a list must name all. Leaves out those that
   * the product was last written with and should leave.
   */
  async #collections(ours: readonly unknown[]): Promise<{ collection_ids?: unknown[] }> {
    const { storeProductId } = this.#item;
    const dropped = droppedCollections(this.#item);
    if (ours.length === 0 && dropped.length === 0) {
      return {};
    }
    const there = await collectionsOf(storeProductId, this.#store, this.#context);
    if (there === null) {
      throw new Ended({ outcome: 'unknown', because: 'its collections were not stated' });
    }
    const kept = there.filter(({ title }) => !dropped.includes(title.toLowerCase()));
    return { collection_ids: [...new Set([...kept.map(({ id }) => id), ...ours])] };
  }

  async #read(): Promise<Former> {
    const { storeProductId } = this.#item;
    const former = await readFormer(storeProductId, this.#store, this.#context).catch((thrown: unknown) => {
      const failure = AppError.from(thrown);
      throw new Ended({ outcome: 'unknown', because: `not read: ${failure.message}` });
    });
    if (former === null) {
      throw new Ended({ outcome: 'missing' });
    }
    return former;
  }

  async #readAgain(): Promise<unknown> {
    const request: ApiRequest = { method: 'GET', route: this.#route };
    return (await readJson(request, this.#store, this.#context).catch(() => ({ product: null }))).product;
  }

  async #send(request: ApiRequest): Promise<ApiAnswer> {
    const answer = await call(request, this.#store, this.#context, { gated: true });
    this.hasSent = true;
    return answer;
  }

  /** Sends one auxiliary request; removing something that is already gone succeeds. */
  async #part(request: ApiRequest): Promise<UnreadObject> {
    const answer = await this.#send(request);
    const outcome = outcomeOf(answer, () => ({ outcome: 'unknown', because: '' }), { byId: true });
    const isGone = outcome.outcome === 'missing' && request.method === 'DELETE';
    if (answer.kind === 'json' && (answer.status < 300 || isGone)) {
      return answer.body;
    }
    throw new Ended(outcome);
  }
}

/** The store cannot add options to a product created without any, or remove them. Nothing was sent. */
const noOtherChoices: Outcome = {
  outcome: 'refused',
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

/** Returns images that existed before and still exist, beside the new ones. */
function stillThere({ images }: Former, now: UnreadObject): string[] {
  const ids = imageAddressesOf(now);
  const left = ids.filter((id) => images.includes(id));
  return left.length < ids.length ? left : [];
}
