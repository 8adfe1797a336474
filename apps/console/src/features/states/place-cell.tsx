import type { ListingPlace } from '@bowerbird/contract/listing-states';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { StateGlyph, stateKey } from '../../ui/feedback/state-glyph.tsx';

interface PlaceCellProps {
  place: ListingPlace | undefined;
  store: string;
  onOpen(): void;
}

/** The state of one product in one store: icon and label, and the reason if there is one. */
export function PlaceCell({ place, store, onOpen }: PlaceCellProps) {
  const text = useText();
  const words = usePlaceText();
  if (!place) {
    return <StateGlyph state="none" alone />;
  }
  const why = words(place);
  return (
    <button
      type="button"
      className="states-place"
      title={`${store}: ${text(stateKey(place.state))}${why === '' ? '' : `: ${why}`}`}
      onClick={onOpen}
    >
      <StateGlyph state={place.state} size={16} />
      <span className="states-place-text">
        <span className="cut">{text(stateKey(place.state))}</span>
        {why !== '' && <span className="caption cut">{why}</span>}
      </span>
    </button>
  );
}

/** Returns why a product is in its state: what was rejected, or what the store changed. */
export function usePlaceText(): (place: ListingPlace) => string {
  const text = useText();
  const sentence = useFaultText();
  return ({ state, fault, kinds }) => {
    if (state === 'drift') {
      return kinds.map((kind) => text(`drift.kind.${kind}`)).join(text('drift.comma'));
    }
    return fault === null || state === 'waiting' || state === 'sent' ? '' : sentence(fault);
  };
}
