import { type RestAnswer, refusal } from '../../../simulating/rest-answers.ts';
import { textOf, type UnreadObject } from '../../../unread.ts';
import { cut, type StoreForm } from './forms.ts';
import { batch, type Desk } from './products.ts';
import type { StoredValue } from './record.ts';
import { paged } from './terms-and-files.ts';
import { addValue, cleanValue, encodedName, heldValue } from './values.ts';

/** What is asked of the values of one attribute: `/products/attributes/{id}/terms`, alone or in a batch. */
export function valuesAnswer(
  attribute: number,
  {
    isBatch,
    reads,
    query,
    sent,
  }: { isBatch: boolean; reads: boolean; query: URLSearchParams; sent: UnreadObject },
  desk: Desk,
  batchMax: number,
): RestAnswer {
  if (!desk.ledger.attributes.has(attribute)) {
    return refusal(404, 'woocommerce_rest_taxonomy_invalid', 'Resource does not exist.');
  }
  const create = (row: UnreadObject) => createValue(attribute, row, desk);
  if (isBatch) {
    const rows = {
      create,
      update: (id: number, row: UnreadObject) => updateValue(attribute, id, row, desk),
      remove: () =>
        refusal(501, 'woocommerce_rest_trash_not_supported', 'Resource does not support trashing.'),
    };
    return batch(sent, rows, desk, batchMax);
  }
  return reads ? listValues(attribute, query, desk) : create(sent);
}

function listValues(attribute: number, query: URLSearchParams, desk: Desk): RestAnswer {
  const found = [...desk.ledger.values.values()].filter((one) => one.attribute === attribute);
  return paged(
    found.map((one) => cut(valueForm(one, desk), query)),
    query,
  );
}

/** A name that is there already, by the database's collation, is refused with the number of its holder (seen). */
function createValue(attribute: number, body: UnreadObject, desk: Desk): RestAnswer {
  const name = cleanValue(textOf(body.name) ?? '');
  if (name === '') {
    return refusal(400, 'rest_missing_callback_param', 'Missing parameter(s): name', { params: ['name'] });
  }
  const held = heldValue(attribute, name, desk.ledger);
  if (held) {
    return refusal(400, 'term_exists', 'A term with the name provided already exists in this taxonomy.', {
      resource_id: held.id,
    });
  }
  const value = addValue(attribute, name, orderIn(body), desk.ledger);
  return { status: 201, body: valueForm(value, desk) };
}

function updateValue(attribute: number, id: number, body: UnreadObject, desk: Desk): RestAnswer {
  const value = desk.ledger.values.get(id);
  if (value?.attribute !== attribute) {
    return refusal(404, 'woocommerce_rest_term_invalid', 'Resource does not exist.');
  }
  const changed = { ...value, order: orderIn(body) ?? value.order };
  desk.ledger.values.set(id, changed);
  desk.ledger.version += 1;
  return { status: 200, body: valueForm(changed, desk) };
}

function orderIn({ menu_order }: UnreadObject): number | null {
  return typeof menu_order === 'number' ? menu_order : null;
}

/** Its links name a pattern in place of a route (seen on 7.9.0 and 11.0.1); nobody should follow them. */
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
