import type { Health } from '@bowerbird/contract/monitor';
import { useText } from '../../lib/text.ts';
import { StateGlyph } from '../../ui/state-glyph.tsx';

/** Nothing for what is normal; a triangle for what to watch; red only where a person must act. */
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
