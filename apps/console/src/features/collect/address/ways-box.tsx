import type { CollectRun } from '@bowerbird/contract/collect/collect';
import { useText } from '../../../lib/text/text.ts';
import type { StateName } from '../../../ui/feedback/state-glyph.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import '../run/run-part.css';

type Way = CollectRun['ways'][number];

const glyphs = {
  waiting: 'waiting',
  running: 'running',
  done: 'complete',
  capped: 'partial',
  refused: 'refused',
} as const satisfies Record<Way['state'], StateName>;

interface WaysBoxProps {
  ways: Way[];
  /** The run is paused, and so is what would be read now. */
  resting: boolean;
  /** A person opened the pages, so our rules for requests to a shop did not apply. */
  byPlugin?: boolean;
}

/** The methods by which a source is read, and how much each delivered. */
export function WaysBox({ ways, resting, byPlugin = false }: WaysBoxProps) {
  const text = useText();
  return (
    <section className="box ways" aria-label={text('collect.ways')}>
      <h2 className="section-title">{text('collect.ways')}</h2>
      <ul style={{ marginTop: 8 }}>
        {ways.map((way) => (
          <Row as="li" key={way.way} className="way" align="center" gap={10} minH={30}>
            <StateGlyph state={resting && way.state === 'running' ? 'paused' : glyphs[way.state]} />
            <Box as="span" grow shrink>
              {text(`collect.way.${way.way}`)}
            </Box>
            <Text font="small" tone="t2">
              <WayNote way={way} />
            </Text>
          </Row>
        ))}
      </ul>
      <Box as="p" className="caption" mt={10} pt={10} borderTop>
        {text(byPlugin ? 'plugin.by.long' : 'collect.ways.rule')}
      </Box>
    </section>
  );
}

function WayNote({ way: { state, count } }: { way: Way }) {
  const text = useText();
  if (state === 'capped') {
    return count === null ? text('collect.way.capped') : text('collect.way.cappedAt', { n: count });
  }
  if (state === 'refused') {
    return text('collect.way.refused');
  }
  if (state === 'waiting') {
    return text('state.waiting');
  }
  return count === null ? null : text('collect.products', { n: count });
}
