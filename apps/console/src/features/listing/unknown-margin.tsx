import type { RiskSettingsNow } from '@bowerbird/contract/listing-rules';
import { Button } from 'antd';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { useTellFailure } from '../../ui/use-tell-failure.ts';
import { useConfirmUnknownMargin } from './rules-queries.ts';

interface UnknownMarginProps {
  marginUnknown: RiskSettingsNow['marginUnknown'];
}

/** Confirms once that products without a known cost are listed, says who did and when, and lets it be withdrawn. */
export function UnknownMargin({ marginUnknown }: UnknownMarginProps) {
  const text = useText();
  const format = useFormat();
  const tell = useTellFailure();
  const confirm = useConfirmUnknownMargin();
  const confirmed = marginUnknown !== null;
  return (
    <>
      {confirmed && (
        <p className="caption">
          {text('listing.risk.confirmed', {
            who: marginUnknown.by ?? '—',
            when: format.day(marginUnknown.at),
          })}
        </p>
      )}
      <Button
        size="small"
        loading={confirm.isPending}
        onClick={() => confirm.mutate(!confirmed, { onError: tell })}
      >
        {text(confirmed ? 'listing.risk.withdraw' : 'listing.risk.confirm')}
      </Button>
    </>
  );
}
