import type { ListingPlace } from '@bowerbird/contract/listing-states';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { StateGlyph, stateKey } from '../../ui/state-glyph.tsx';

interface PlaceCellProps {
  place: ListingPlace | undefined;
  store: string;
  onOpen(): void;
}

/** How one product stands in one store: glyph and word, and the reason where there is one. */
export function PlaceCell({ place, store, onOpen }: PlaceCellProps) {
  const text = useText();
  const words = usePlaceWords();
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
      <span className="states-place-words">
        <span className="cut">{text(stateKey(place.state))}</span>
        {why !== '' && <span className="caption cut">{why}</span>}
      </span>
    </button>
  );
}

/** Why a product stands so: what was refused, or what the store changed. */
export function usePlaceWords(): (place: ListingPlace) => string {
  const text = useText();
  const sentence = useFaultText();
  return ({ state, fault, kinds }) => {
    if (state === 'drift') {
      return kinds.map((kind) => text(`drift.kind.${kind}`)).join(text('drift.comma'));
    }
    return fault === null || state === 'waiting' || state === 'sent' ? '' : sentence(fault);
  };
}
