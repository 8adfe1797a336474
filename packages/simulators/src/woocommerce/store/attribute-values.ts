import { textOf, type UnreadObject } from '@bowerbird/platforms/reading/unread';
import { type RestAnswer, refusal } from '../../store/rest-answers.ts';
import { cut, type StoreForm } from './forms.ts';
import { batch, type StoreAdmin } from './products.ts';
import type { StoredValue } from './record.ts';
import { paged } from './terms-and-files.ts';
import { addValue, cleanValue, encodedName, heldValue } from './values.ts';

/** Answers requests for the values of one attribute: `/products/attributes/{id}/terms`, alone or in a batch. */
export function valuesAnswer(
  attribute: number,
  {
    isBatch,
    reads,
    query,
    sent,
  }: { isBatch: boolean; reads: boolean; query: URLSearchParams; sent: UnreadObject },
  admin: StoreAdmin,
  batchMax: number,
): RestAnswer {
  if (!admin.ledger.attributes.has(attribute)) {
    return refusal(404, 'woocommerce_rest_taxonomy_invalid', 'Resource does not exist.');
  }
  const create = (row: UnreadObject) => createValue(attribute, row, admin);
  if (isBatch) {
    const rows = {
      create,
      update: (id: number, row: UnreadObject) => updateValue(attribute, id, row, admin),
      remove: () =>
        refusal(501, 'woocommerce_rest_trash_not_supported', 'Resource does not support trashing.'),
    };
    return batch(sent, rows, admin, batchMax);
  }
  return reads ? listValues(attribute, query, admin) : create(sent);
}

function listValues(attribute: number, query: URLSearchParams, admin: StoreAdmin): RestAnswer {
  const found = [...admin.ledger.values.values()].filter((one) => one.attribute === attribute);
  return paged(
    found.map((one) => cut(valueForm(one, admin), query)),
    query,
  );
}

/** A name that exists already, by the database's collation, is rejected with the id of its holder (seen). */
function createValue(attribute: number, body: UnreadObject, admin: StoreAdmin): RestAnswer {
  const name = cleanValue(textOf(body.name) ?? '');
  if (name === '') {
    return refusal(400, 'rest_missing_callback_param', 'Missing parameter(s): name', { params: ['name'] });
  }
  const held = heldValue(attribute, name, admin.ledger);
  if (held) {
    return refusal(400, 'term_exists', 'A term with the name provided already exists in this taxonomy.', {
      resource_id: held.id,
    });
  }
  const value = addValue(attribute, name, orderIn(body), admin.ledger);
  return { status: 201, body: valueForm(value, admin) };
}

function updateValue(attribute: number, id: number, body: UnreadObject, admin: StoreAdmin): RestAnswer {
  const value = admin.ledger.values.get(id);
  if (value?.attribute !== attribute) {
    return refusal(404, 'woocommerce_rest_term_invalid', 'Resource does not exist.');
  }
  const changed = { ...value, order: orderIn(body) ?? value.order };
  admin.ledger.values.set(id, changed);
  admin.ledger.version += 1;
  return { status: 200, body: valueForm(changed, admin) };
}

function orderIn({ menu_order }: UnreadObject): number | null {
  return typeof menu_order === 'number' ? menu_order : null;
}

/** Its links name a pattern in place of a route (seen on 7.9.0 and 11.0.1); they must not be followed. */
function valueForm({ id, name, slug, order, attribute }: StoredValue, { ledger }: StoreForm): object {
  const shows = ({ attributes }: { attributes: readonly { id: number; options: string[] }[] }) =>
    attributes.some((one) => one.id === attribute && one.options.includes(name));
  return {
    id,
    name: encodedName(name),
    slug,
    description: '',
    menu_order: order ?? 0,
    count: [...ledger.products.values()].filter((one) => one.status === 'publish' && shows(one)).length,
  };
}
