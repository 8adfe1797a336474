import type { Health } from '@bowerbird/contract/monitor';
import { useText } from '../../lib/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';

/** Shows nothing for normal; a triangle for a warning; red only if a person must act. */
export function HealthMark({ health }: { health: Health }) {
  const text = useText();
  if (health === 'normal') {
    return <span className="health normal">{text('monitor.health.normal')}</span>;
  }
  return (
    <span className={`health ${health}`}>
      <StateGlyph state={health === 'act' ? 'failed' : 'drift'} size={14} />
      {text(`monitor.health.${health}`)}
    </span>
  );
}
