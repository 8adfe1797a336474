import type { Health } from '@bowerbird/contract/figures/monitor';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Row } from '../../../ui/layout/box.tsx';

/** Shows nothing for normal; a triangle for a warning; red only if a person must act. */
export function HealthMark({ health }: { health: Health }) {
  const text = useText();
  if (health === 'normal') {
    return (
      <Row as="span" className="health normal" inline align="center" gap={4} font="caption">
        {text('monitor.health.normal')}
      </Row>
    );
  }
  return (
    <Row as="span" className={`health ${health}`} inline align="center" gap={4} font="caption">
      <StateGlyph state={health === 'act' ? 'failed' : 'drift'} size={14} />
      {text(`monitor.health.${health}`)}
    </Row>
  );
}
