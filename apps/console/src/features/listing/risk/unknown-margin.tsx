import type { RiskSettingsNow } from '@bowerbird/contract/listing/rules';
import { Button } from 'antd';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { useConfirmUnknownMargin } from '../rules/rules-queries.ts';

interface UnknownMarginProps {
  marginUnknown: RiskSettingsNow['marginUnknown'];
}

/**
 * Confirms once that products without a known cost are listed, shows who did so and when, and lets the person withdraw
 * it.
 */
export function UnknownMargin({ marginUnknown }: UnknownMarginProps) {
  const text = useText();
  const format = useFormat();
  const reportFailure = useReportFailure();
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
        onClick={() => confirm.mutate(!confirmed, { onError: reportFailure })}
      >
        {text(confirmed ? 'listing.risk.withdraw' : 'listing.risk.confirm')}
      </Button>
    </>
  );
}
