import type { ReactNode } from 'react';
import { Row } from '../layout/box.tsx';
import '../charts/figures.css';

interface CountSentenceProps {
  /** Already formatted. */
  figure: ReactNode;
  sentence: ReactNode;
  /** The parts of the total; they add up to it. */
  parts?: ReactNode[];
  /** The figure is being recounted: grey, but still shown. */
  stale?: boolean;
}

/** The page's main number in a sentence, with its parts. */
export function CountSentence({ figure, sentence, parts = [], stale = false }: CountSentenceProps) {
  return (
    <div className={stale ? 'count-sentence stale' : 'count-sentence'}>
      <div>
        <span className="figure">{figure}</span> <span className="quiet">{sentence}</span>
      </div>
      {parts.length > 0 && (
        <Row className="count-sentence-parts" wrap font="small" tone="t2">
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a total keep their places.
            <span key={index}>{part}</span>
          ))}
        </Row>
      )}
    </div>
  );
}
