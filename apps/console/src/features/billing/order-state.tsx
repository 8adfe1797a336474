import type { OrderState } from '@bowerbird/contract/billing/orders';
import { useText } from '../../lib/text/text.ts';
import type { StateName } from '../../ui/feedback/state-glyph.tsx';
import { StateText } from '../../ui/feedback/state-glyph.tsx';

const glyphs: Record<OrderState, StateName> = {
  'waiting-payment': 'waiting',
  paid: 'complete',
  cancelled: 'cancelled',
  expired: 'gone',
  refunded: 'delisted',
};

export function OrderStateText({ state, note }: { state: OrderState; note?: string | undefined }) {
  const text = useText();
  return (
    <StateText state={glyphs[state]} {...(note ? { note } : {})}>
      {text(`billing.state.${state}`)}
    </StateText>
  );
}
