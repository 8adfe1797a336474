import type { ListingMark } from '@bowerbird/contract/products';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { PlatformMark } from '../../ui/platform-mark.tsx';
import { StateGlyph, stateKey } from '../../ui/state-glyph.tsx';

/** Where a product stands in each store: mark and glyph; name, state and reason on hover. */
export function StoreMarks({ listings }: { listings: ListingMark[] }) {
  const text = useText();
  const sentence = useFaultText();
  if (listings.length === 0) {
    return (
      <span className="products-stores">
        <StateGlyph state="none" alone />
      </span>
    );
  }
  return (
    <span className="products-stores">
      {listings.map(({ storeId, storeName, platform, state, fault }) => {
        const reason = fault === null ? '' : `: ${sentence(fault)}`;
        return (
          <span
            key={storeId}
            className="products-store"
            title={`${storeName}: ${text(stateKey(state))}${reason}`}
          >
            <PlatformMark platform={platform} size={16} named />
            <StateGlyph state={state} size={14} />
            <span className="only-read">
              {storeName}: {text(stateKey(state))}
            </span>
          </span>
        );
      })}
    </span>
  );
}
