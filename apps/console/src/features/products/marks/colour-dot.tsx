import type { MarkColour } from '@bowerbird/contract/products/mark-values';
import { useText } from '../../../lib/text/text.ts';
import { Row } from '../../../ui/layout/box.tsx';
import './marks.css';

/** A colour mark: a flag in its colour, with its name for those who do not see it. */
export function ColourDot({ colour }: { colour: MarkColour }) {
  const text = useText();
  const name = text(`marks.colour.${colour}`);
  return (
    <span className={`mark-dot mark-${colour}`} title={name}>
      <span className="only-read">{name}</span>
    </span>
  );
}

/** A colour beside its name; null: none. */
export function ColourName({ colour }: { colour: MarkColour | null }) {
  const text = useText();
  return (
    <Row as="span" inline align="center" gap={8}>
      <span aria-hidden className={colour === null ? 'mark-dot mark-none' : `mark-dot mark-${colour}`} />
      {text(`marks.colour.${colour ?? 'none'}`)}
    </Row>
  );
}
