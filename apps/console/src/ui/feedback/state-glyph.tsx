import type { RunState } from '@bowerbird/contract/runs';
import type { ReactNode } from 'react';
import type { PlainTextKey } from '../../lib/text/text.ts';
import { useText } from '../../lib/text/text.ts';
import { Row, Stack } from '../layout/box.tsx';
import { Text } from '../text/text.tsx';
import './state-glyph.css';

/** Every state a product, a listing or a run can be in; `none`: not applicable. */
export type StateName =
  | RunState
  | 'unclaimed'
  | 'claimed'
  | 'intended'
  | 'sent'
  | 'listed'
  | 'changed'
  | 'refused'
  | 'verifying'
  | 'drift'
  | 'delisted'
  | 'conflict'
  | 'gone'
  | 'done'
  | 'none';

export type Tone = 'green' | 'amber' | 'red' | 'violet' | 'primary' | 't3' | 't4';

const ring = <circle cx="8" cy="8" r="5.6" />;
const tick = <path d="M3.4 8.6l3.2 3.2 6-6.8" strokeWidth={1.8} />;
const bars = <path d="M5.8 3.8v8.4M10.2 3.8v8.4" strokeWidth={2.2} />;
const cross = (
  <>
    <rect x="2.2" y="2.2" width="11.6" height="11.6" rx="2.6" className="filled" />
    <path d="M5.9 5.9l4.2 4.2M10.1 5.9l-4.2 4.2" className="inside" />
  </>
);
const barred = (
  <>
    {ring}
    <path d="M5.4 8h5.2" />
  </>
);

const shapes: Record<StateName, { tone: Tone; shape: ReactNode }> = {
  unclaimed: { tone: 't3', shape: <circle cx="8" cy="8" r="5.6" strokeDasharray="2.2 2.2" /> },
  claimed: { tone: 'green', shape: tick },
  failed: { tone: 'red', shape: cross },
  waiting: { tone: 't3', shape: ring },
  intended: {
    tone: 't3',
    shape: (
      <>
        {ring}
        <circle cx="8" cy="8" r="2" className="filled" />
      </>
    ),
  },
  sent: {
    tone: 'primary',
    shape: (
      <>
        {ring}
        <path d="M8 2.4a5.6 5.6 0 0 1 0 11.2z" className="filled" />
      </>
    ),
  },
  listed: {
    tone: 'green',
    shape: (
      <>
        <circle cx="8" cy="8" r="6.2" className="filled" />
        <path d="M5.2 8.2l2 2 3.7-4.2" className="inside" />
      </>
    ),
  },
  changed: {
    tone: 'amber',
    shape: (
      <>
        {ring}
        <path d="M8 11V5.6M5.7 7.6 8 5.3l2.3 2.3" strokeWidth={1.6} />
      </>
    ),
  },
  refused: { tone: 'red', shape: cross },
  verifying: {
    tone: 'violet',
    shape: (
      <>
        <path d="M8 1.5 14.5 8 8 14.5 1.5 8z" className="filled" />
        <path d="M6.5 6.7a1.5 1.5 0 1 1 2.3 1.3c-.5.3-.8.6-.8 1.1M8 10.9v.01" className="inside" />
      </>
    ),
  },
  drift: {
    tone: 'amber',
    shape: (
      <>
        <path d="M8 2.3 14.3 13.3H1.7z" />
        <path d="M5.7 10.3h4.4M8.7 8.8l1.5 1.5-1.5 1.5" strokeWidth={1.2} />
      </>
    ),
  },
  delisted: { tone: 't3', shape: barred },
  conflict: {
    tone: 'amber',
    shape: (
      <>
        <rect x="2.3" y="2.3" width="7.7" height="7.7" rx="1.6" />
        <path d="M12.3 6h.4a1 1 0 0 1 1 1v5.7a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-.4" />
      </>
    ),
  },
  gone: {
    tone: 't3',
    shape: (
      <>
        {ring}
        <path d="M4.5 11.5l7-7" strokeDasharray="1.6 1.9" />
      </>
    ),
  },
  running: {
    tone: 'primary',
    shape: (
      <>
        <circle cx="8" cy="8" r="5.6" className="faint" />
        <path d="M8 2.4A5.6 5.6 0 0 1 13.6 8" strokeWidth={1.9} />
      </>
    ),
  },
  scheduled: {
    tone: 't3',
    shape: (
      <>
        {ring}
        <path d="M8 5v3.2l2 1.3" strokeWidth={1.3} />
      </>
    ),
  },
  paused: { tone: 'amber', shape: bars },
  held: { tone: 'amber', shape: bars },
  done: { tone: 'green', shape: tick },
  complete: { tone: 'green', shape: tick },
  partial: {
    tone: 'amber',
    shape: (
      <>
        {ring}
        <path d="M2.4 8a5.6 5.6 0 0 0 11.2 0z" className="filled" />
      </>
    ),
  },
  cancelled: { tone: 't3', shape: barred },
  none: { tone: 't4', shape: <path d="M4.5 8h7" /> },
};

/** All states, in the order of a product's life. */
export const stateNames = Object.keys(shapes).filter((name): name is StateName => name in shapes);

/** Returns the colour of a state, as a CSS variable's name without its dashes. */
export function toneOf(state: StateName): Tone {
  return shapes[state].tone;
}

export function stateKey(state: StateName): PlainTextKey {
  return `state.${state}`;
}

interface StateGlyphProps {
  state: StateName;
  size?: number;
  /** If no label is next to it, the icon itself names the state. */
  alone?: boolean;
}

/**
 * A state's icon. Icons differ without colour; the label is next to it or read by screen readers (and shown in weak
 * mode).
 */
export function StateGlyph({ state, size = 16, alone = false }: StateGlyphProps) {
  const text = useText();
  const { tone, shape } = shapes[state];
  const glyph = (
    <svg
      aria-hidden="true"
      focusable="false"
      className={`state-glyph tone-${tone}`}
      width={size}
      height={size}
      viewBox="0 0 16 16"
    >
      {shape}
    </svg>
  );
  if (!alone) {
    return glyph;
  }
  const word = text(stateKey(state));
  return (
    <Row as="span" className="state-alone" inline align="center" gap={4} font="caption" title={word}>
      {glyph}
      {/* Its label is a dash, like its icon. */}
      <span className={state === 'none' ? 'only-read' : 'state-alone-word'}>{word}</span>
    </Row>
  );
}

interface StateTextProps {
  state: StateName;
  /** Replaces the state's own label. */
  children?: ReactNode;
  /** Second line: a time or a reason. */
  note?: ReactNode;
}

/** Icon and label; the label is coloured only if it needs attention. */
export function StateText({ state, children, note }: StateTextProps) {
  const text = useText();
  const tone = toneOf(state);
  const spoken = tone === 'red' || tone === 'violet' || tone === 't3' ? ` tone-${tone}` : '';
  return (
    <Row as="span" className="state-text" inline gap={6} font="small">
      <StateGlyph state={state} />
      <Stack as="span" className="state-text-text" shrink>
        <span className={`state-text-word${spoken}`}>{children ?? text(stateKey(state))}</span>
        {note !== undefined && (
          <Text className="state-text-note" font="caption" tone="t3">
            {note}
          </Text>
        )}
      </Stack>
    </Row>
  );
}
