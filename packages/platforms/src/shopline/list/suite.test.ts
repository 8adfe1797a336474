import { changedLister } from '../../listing/changed-lister.ts';
import type { Lister } from '../../listing/lister.ts';
import { describeLister } from '../../testing/lister-suite.ts';
import { lister } from './lister.ts';
import { doubling, dress, freshStore, keeping, suffixing } from './testing.ts';

/** Acts as the server does with a probed store: the result is known at every later start. */
function probed(given: Lister): Lister {
  const { connector } = given;
  return { ...given, connector: { ...connector, prepare: connector.probe ?? connector.prepare } };
}

const keyed = lister.inStore?.({ uniqueKey: true, careful: false }) ?? lister;
const refused = {
  product: { ...dress, variants: dress.variants.map((each) => ({ ...each, sku: 's'.repeat(300) })) },
  field: 'variants.0.sku',
};

// Both assumptions about a handle that is taken, and about lists that an update names only in part.
for (const [name, faults, requested] of [
  ['SHOPLINE that suffixes handles,', [suffixing], lister],
  ['SHOPLINE that doubles handles,', [doubling], lister],
  ['SHOPLINE that suffixes handles, probed,', [suffixing], probed(lister)],
  ['SHOPLINE that doubles handles, probed,', [doubling], probed(lister)],
  ['SHOPLINE that keeps lists,', [suffixing, keeping], lister],
  ['SHOPLINE that refuses handles, probed,', [], probed(keyed)],
  // Without a probe, the same store creates no second product either.
  [
    'SHOPLINE that refuses handles, unprobed,',
    [],
    changedLister(lister, () => ({ features: { storeSideKey: true } })),
  ],
] as const) {
  describeLister({
    name,
    lister: requested,
    store: () => freshStore(faults).store,
    product: dress,
    refused,
  });
}
