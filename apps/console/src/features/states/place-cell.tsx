import type { ListingPlace } from '@bowerbird/contract/listing/states';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useText } from '../../lib/text/text.ts';
import { StateGlyph, stateKey } from '../../ui/feedback/state-glyph.tsx';
import { Row, Stack } from '../../ui/layout/box.tsx';

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
    <Row
      as="button"
      type="button"
      className="states-place"
      hover="ground"
      inline
      align="center"
      gap={8}
      maxW="100%"
      minH={40}
      p={[2, 8, 2, 4]}
      border="none"
      radius="s"
      ground="none"
      tone="inherit"
      textAlign="start"
      title={`${store}: ${text(stateKey(place.state))}${why === '' ? '' : `: ${why}`}`}
      onClick={onOpen}
    >
      <StateGlyph state={place.state} size={16} />
      <Stack as="span" className="states-place-text" shrink>
        <span className="cut">{text(stateKey(place.state))}</span>
        {why !== '' && <span className="caption cut">{why}</span>}
      </Stack>
    </Row>
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
