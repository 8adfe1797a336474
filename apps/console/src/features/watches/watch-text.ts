import type { Watch } from '@bowerbird/contract/collect/watches';
import type { Text } from '../../lib/text/text.ts';

/** Describes what of the source is watched. */
export function whatText(text: Text, { target, shop }: Pick<Watch, 'target' | 'shop'>): string {
  if (target.kind === 'claimed') {
    return text('watches.what.claimed', { shop });
  }
  const { scope, addresses } = target;
  return addresses.length > 1
    ? text('watches.what.addresses', { n: addresses.length, shop })
    : scope === 'shop'
      ? text('watches.what.shop', { shop })
      : (addresses[0] ?? shop).replace(/^https?:\/\//, '');
}
