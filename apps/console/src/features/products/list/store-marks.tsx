import type { ListingMark } from '@bowerbird/contract/products/products';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph, stateKey } from '../../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Row } from '../../../ui/layout/box.tsx';

/** The product's state in each store: logo and icon; name, state and reason on hover. */
export function StoreMarks({ listings }: { listings: ListingMark[] }) {
  const text = useText();
  const sentence = useFaultText();
  const format = useFormat();
  if (listings.length === 0) {
    return (
      <Row as="span" className="products-stores" inline gap={10}>
        <StateGlyph state="none" alone />
      </Row>
    );
  }
  return (
    <Row as="span" className="products-stores" inline gap={10}>
      {listings.map(({ storeId, storeName, platform, state, fault, at }) => {
        const reason = fault === null ? '' : `: ${sentence(fault)}`;
        const words =
          state === 'changed' && at !== null
            ? text('update.mark', { store: storeName, time: format.full(at) })
            : `${storeName}: ${text(stateKey(state))}${reason}`;
        return (
          <Row as="span" key={storeId} inline relative align="center" gap={4} title={words}>
            <PlatformMark platform={platform} size={16} named />
            <StateGlyph state={state} size={14} />
            <span className="only-read">
              {storeName}: {text(stateKey(state))}
            </span>
          </Row>
        );
      })}
    </Row>
  );
}
