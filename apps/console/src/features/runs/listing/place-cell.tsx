import type { ItemState, ListingItem } from '@bowerbird/contract/listing/listing';
import { fieldWordOf, useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import type { StateName } from '../../../ui/feedback/state-glyph.tsx';
import { StateGlyph, StateText } from '../../../ui/feedback/state-glyph.tsx';
import { Box } from '../../../ui/layout/box.tsx';
import { undoGroupGlyphs } from '../undo/undo-group-glyphs.ts';

export type Place = ListingItem['places'][number];

interface PlaceCellProps {
  place: Place | undefined;
  dryRun: boolean;
  /** Its journal is shown next to the table. */
  looked: boolean;
  /** Shows only the icon. */
  small?: boolean;
  /** Given if no column names the store. */
  store?: string | undefined;
  onLook(): void;
}

/** A product's state in one store: icon, label, and the time or the reason. */
export function PlaceCell({ place, dryRun, looked, small = false, store, onLook }: PlaceCellProps) {
  const text = useText();
  const words = usePlaceText();
  if (place === undefined) {
    return <StateGlyph state="none" alone />;
  }
  const { word, note } = words(place, dryRun);
  return (
    <Box
      as="button"
      type="button"
      tabIndex={-1}
      className={looked ? 'place-cell looked' : 'place-cell'}
      block
      maxW="100%"
      p={[2, 6]}
      radius="s"
      title={[word, note].filter(Boolean).join(' · ')}
      onClick={onLook}
    >
      {small ? (
        <StateGlyph state={glyphOf(place)} alone />
      ) : (
        <StateText state={glyphOf(place)} {...(note === '' ? {} : { note })}>
          {store === undefined ? word : text('runs.place.named', { store, state: word })}
        </StateText>
      )}
    </Box>
  );
}

/** In an undo run, the result for a product says more than "done". */
export function glyphOf(place: Place): StateName {
  const { undoGroup } = place;
  return undoGroup !== null ? undoGroupGlyphs[undoGroup] : isLeftOut(place) ? 'delisted' : place.state;
}

/** Reports whether a person delisted it, so that a scheduled run leaves it unchanged. */
function isLeftOut({ state, fault }: Place): boolean {
  return state === 'done' && fault?.code === 'listing.delisted';
}

/** Returns the label of a state and the note under it. */
export function usePlaceText(): (place: Place, dryRun: boolean) => { word: string; note: string } {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  return (place, dryRun) => {
    const time = place.at === null ? '' : format.time(place.at, true);
    if (place.undoGroup !== null) {
      const why = place.reason === null ? '' : text(`runs.undo.because.${place.reason}`);
      return {
        word: text(`runs.undo.undoGroup.${place.undoGroup}`),
        note: place.fault !== null && place.reason === 'refused' ? sentence(place.fault) : why || time,
      };
    }
    if (isLeftOut(place) && place.fault !== null) {
      return { word: text('state.delisted'), note: sentence(place.fault) };
    }
    const word = text(dryRun && place.state === 'listed' ? 'runs.dry.listed' : `state.${place.state}`);
    if (place.fault !== null) {
      return place.state === 'refused' || place.state === 'conflict'
        ? { word: sentence(place.fault), note: (place.field && fieldWordOf(text, place.field)) || time }
        : { word, note: sentence(place.fault) };
    }
    if (place.state === 'verifying') {
      return { word, note: text('runs.place.asking') };
    }
    return { word, note: place.state === 'waiting' ? '' : time };
  };
}

const interest: ItemState[] = ['verifying', 'conflict', 'refused', 'sent', 'gone', 'listed', 'done'];

/** Returns the store whose journal is most relevant for a product. */
export function placeToLookAt(item: ListingItem): string | null {
  for (const state of interest) {
    const found = item.places.find((place) => place.state === state);
    if (found !== undefined) {
      return found.storeId;
    }
  }
  return item.places[0]?.storeId ?? null;
}
