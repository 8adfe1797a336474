import type { EditRuleState } from '@bowerbird/contract/products/edit-rules';
import { useText } from '../../../lib/text/text.ts';
import { type StateName, StateText } from '../../../ui/feedback/state-glyph.tsx';

const glyphs: Readonly<Record<EditRuleState, StateName>> = {
  closed: 'delisted',
  running: 'running',
  online: 'listed',
  error: 'refused',
};

/** A rule's state: closed, running, online or error. */
export function RuleState({ state }: { state: EditRuleState }) {
  const text = useText();
  return <StateText state={glyphs[state]}>{text(`rules.state.${state}`)}</StateText>;
}
