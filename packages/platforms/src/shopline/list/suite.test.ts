import type { Lister } from '../../listing/lister.ts';
import { describeLister } from '../../testing/lister-suite.ts';
import { lister } from './lister.ts';
import { doubling, dress, freshStore, keeping, suffixing } from './testing.ts';

/** As the server does it with a store that was probed: what came of it is known at every later start. */
function probed(given: Lister): Lister {
  return { ...given, prepare: lister.probe ?? lister.prepare };
}

const keyed = lister.inStore?.({ uniqueKey: true, careful: false }) ?? lister;
const refused = {
  product: { ...dress, variants: dress.variants.map((each) => ({ ...each, sku: 's'.repeat(300) })) },
  field: 'variants.0.sku',
};

// What is assumed of a handle that is held, each way; and of lists that an update does not name whole.
for (const [name, faults, asked] of [
  ['SHOPLINE that suffixes handles,', [suffixing], lister],
  ['SHOPLINE that doubles handles,', [doubling], lister],
  ['SHOPLINE that suffixes handles, probed,', [suffixing], probed(lister)],
  ['SHOPLINE that doubles handles, probed,', [doubling], probed(lister)],
  ['SHOPLINE that keeps lists,', [suffixing, keeping], lister],
  ['SHOPLINE that refuses handles, probed,', [], probed(keyed)],
  // Not probed, the same store makes no second product either.
  ['SHOPLINE that refuses handles, unprobed,', [], { ...lister, storeSideKey: true }],
] as const) {
  describeLister({
    name,
    lister: asked,
    store: () => freshStore(faults).store,
    product: dress,
    refused,
  });
}
