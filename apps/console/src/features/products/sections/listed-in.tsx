import type { ListingMark } from '@bowerbird/contract/products/products';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph, stateKey, toneOf } from '../../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';

/** Each store with the product's state, the time, and the reason of a rejection. */
export function ListedIn({ listings }: { listings: ListingMark[] }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  return (
    <ul className="products-listed">
      {listings.map(({ storeId, storeName, platform, state, fault, at }) => (
        <Row as="li" align="start" gap={10} p={[8, 0]} borderBottom font="small" key={storeId}>
          <PlatformMark platform={platform} size={18} />
          <Stack as="span" grow shrink anywhere>
            <span className="cut">{storeName}</span>
            <span className={fault === null ? 'quiet' : `tone-${toneOf(state)}`}>
              {fault === null
                ? [text(stateKey(state)), at === null ? '' : format.full(at)].filter(Boolean).join(' · ')
                : sentence(fault)}
            </span>
          </Stack>
          <StateGlyph state={state} alone />
        </Row>
      ))}
    </ul>
  );
}
