import type { ListingFacets } from '@bowerbird/contract/listing/states';
import { Button } from 'antd';
import { useMay } from '../../lib/person/session.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { FaultRow } from '../../ui/feedback/fault-row.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Box } from '../../ui/layout/box.tsx';
import type { StatesFilter } from './queries.ts';
import { useListAgain } from './queries.ts';
import { useReportRuns } from './use-report-runs.ts';

const shownMax = 4;

interface ReasonsProps {
  reasons: ListingFacets['reasons'];
  stores: ListingFacets['stores'];
  filter: StatesFilter;
  onChange(filter: StatesFilter): void;
}

/**
 * Why products were rejected, most frequent first, each with its actions: show the products, and retry them once fixed.
 */
export function Reasons({ reasons, stores, filter, onChange }: ReasonsProps) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const sentence = useFaultText();
  const again = useListAgain();
  const reportFailure = useReportFailure();
  const reportRuns = useReportRuns();
  const requested = filter.state === 'refused' || filter.state === 'conflict';
  const found = reasons.filter(
    ({ code, state }) =>
      requested && state === filter.state && (filter.reason === undefined || code === filter.reason),
  );
  if (found.length === 0 || stores.length === 0) {
    return null;
  }
  return (
    <Box as="section" className="states-reasons" mb={12} aria-label={text('places.reasons')}>
      {found.slice(0, shownMax).map(({ code, params, count, state }) => (
        <FaultRow
          key={`${state} ${code}`}
          state={state}
          what={text('places.reason', { n: format.number(count), reason: sentence({ code, params }) })}
          act={
            <span className="states-actions">
              {filter.reason !== code && (
                <Button size="small" onClick={() => onChange({ ...filter, reason: code })}>
                  {text('places.see')}
                </Button>
              )}
              {may('listing', 'add') && (
                <Button
                  size="small"
                  loading={again.isPending && again.variables?.reason === code}
                  onClick={() =>
                    again.mutate(
                      {
                        what: state === 'conflict' ? 'conflict' : 'refused',
                        reason: code,
                        ...(filter.storeId !== undefined && { storeIds: [filter.storeId] }),
                      },
                      { onSuccess: reportRuns, onError: reportFailure },
                    )
                  }
                >
                  {text('places.sendAgain')}
                </Button>
              )}
            </span>
          }
        />
      ))}
    </Box>
  );
}
