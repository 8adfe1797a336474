import type { ReactNode } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Row } from '../../ui/layout/box.tsx';
import type { AlertKind } from './queries.ts';

const ring = <circle cx="8" cy="8" r="5.6" />;

/** Each kind has its own shape, so that it can be told apart without colour. */
const shapes: Record<AlertKind, { tone: string; shape: ReactNode }> = {
  'price-down': {
    tone: 'green',
    shape: <path d="M8 2.6v10M3.9 8.7 8 12.8l4.1-4.1" strokeWidth={1.8} />,
  },
  'price-up': {
    tone: 'amber',
    shape: <path d="M8 13.4v-10M3.9 7.3 8 3.2l4.1 4.1" strokeWidth={1.8} />,
  },
  'sold-out': {
    tone: 'red',
    shape: (
      <>
        {ring}
        <path d="M4.2 11.8l7.6-7.6" strokeWidth={1.6} />
      </>
    ),
  },
  back: {
    tone: 'green',
    shape: (
      <>
        <circle cx="8" cy="8" r="6.2" className="filled" />
        <path d="M5.2 8.2l2 2 3.7-4.2" className="inside" />
      </>
    ),
  },
  gone: {
    tone: 't3',
    shape: (
      <>
        <circle cx="8" cy="8" r="5.6" strokeDasharray="2.2 2.2" />
        <path d="M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4" strokeWidth={1.4} />
      </>
    ),
  },
  rejected: {
    tone: 'red',
    shape: (
      <>
        {ring}
        <path d="M8 4.8v4.1M8 10.9v.3" strokeWidth={1.7} />
      </>
    ),
  },
};

/** What happened, as a symbol next to its label. */
export function AlertGlyph({ kind }: { kind: AlertKind }) {
  const { tone, shape } = shapes[kind];
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={`state-glyph tone-${tone}`}
      width={16}
      height={16}
      viewBox="0 0 16 16"
    >
      {shape}
    </svg>
  );
}

export function AlertWord({ kind }: { kind: AlertKind }) {
  const text = useText();
  return (
    <Row as="span" className="alert-kind" inline align="center" gap={6} font="small">
      <AlertGlyph kind={kind} />
      {text(`watches.kind.${kind}`)}
    </Row>
  );
}
