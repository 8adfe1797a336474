import { fieldsOf, partsOf } from '@bowerbird/catalog/change/cell';
import { valueAt } from '@bowerbird/catalog/change/value';
import { isSame } from '@bowerbird/catalog/merge/same';
import { type Product, type ProductField, productFields } from '@bowerbird/catalog/product';
import type { FieldOrigin } from '@bowerbird/contract/products/products';
import type { ChangeKind } from './edit-sets.ts';
import type { RecordedChange } from './history.ts';

/** Origin of a value that a change of this kind wrote. */
const fromOf = {
  claimed: 'rule',
  created: 'person',
  edited: 'person',
  undone: 'person',
  followed: 'source',
  store: 'store',
  ruled: 'rule',
  imported: 'person',
} as const satisfies Record<ChangeKind, FieldOrigin['from']>;

interface Write {
  change: RecordedChange;
  before: unknown;
  after: unknown;
}

/**
 * Returns where each field's current value comes from, and each cell of a variant that was changed since the product
 * was made: the source (or the product's creation) while it equals the first value; else the last change that wrote
 * exactly this value. A field of several cells comes from the newest change among them.
 */
export function originsOf(
  product: Product,
  createdAt: Date,
  history: readonly RecordedChange[],
): FieldOrigin[] {
  const oldestFirst = history.toReversed();
  const [first] = oldestFirst;
  const made = {
    from: first?.kind === 'created' ? ('created' as const) : ('source' as const),
    by: first?.kind === 'created' ? first.by : null,
    at: createdAt.toISOString(),
    changeId: null,
  };
  const writers = writersOf(product, oldestFirst);
  const originOf = (field: string, writer: RecordedChange | undefined): FieldOrigin =>
    writer === undefined
      ? { field, ...made }
      : {
          field,
          from: fromOf[writer.kind],
          by: writer.rule?.name ?? writer.by,
          at: writer.at,
          changeId: writer.id,
        };
  const newestOf = (field: ProductField) =>
    [...writers]
      .filter(([path]) => fieldsOf([{ path }])[0] === field)
      .map(([, writer]) => writer)
      .toSorted((one, other) => other.revision - one.revision)[0];
  const held = new Set(product.variants.map(({ id }) => id));
  const ofVariants = [...writers].filter(([path]) => {
    const [field, id = '', cell] = partsOf(path);
    return field === 'variants' && cell !== undefined && held.has(id);
  });
  return [
    ...productFields.map((field) => originOf(field, newestOf(field))),
    ...ofVariants.map(([path, writer]) => originOf(path, writer)),
  ];
}

/** Returns the change that wrote each cell that no longer has its first value, by its path. */
export function writersOf(
  product: Product,
  oldestFirst: readonly RecordedChange[],
): Map<string, RecordedChange> {
  const writes = new Map<string, Write[]>();
  for (const change of oldestFirst) {
    for (const { path, before, after } of change.cells) {
      writes.set(path, [...(writes.get(path) ?? []), { change, before, after }]);
    }
  }
  const writers = new Map<string, RecordedChange>();
  for (const [path, all] of writes) {
    const writer = writerOf(all, valueAt(product, path));
    if (writer !== undefined) {
      writers.set(path, writer);
    }
  }
  return writers;
}

function writerOf(writes: readonly Write[], now: unknown): RecordedChange | undefined {
  if (isSame(writes[0]?.before, now)) {
    return undefined;
  }
  const wrote = writes.filter(({ after }) => isSame(after, now));
  // Undoing a change restores an earlier value: the change that first wrote it is named.
  const own = wrote.filter(({ change }) => change.kind !== 'undone');
  return (own.at(-1) ?? wrote.at(-1) ?? writes.at(-1))?.change;
}
