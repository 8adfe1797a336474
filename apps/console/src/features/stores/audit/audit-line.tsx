import type { Store } from '@bowerbird/contract/listing/stores';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box } from '../../../ui/layout/box.tsx';
import { useAudits } from '../queries.ts';
import { findingsIn } from './audit-findings.ts';

/** What the last nightly check found; opens its figures. */
export function AuditLine({ store, onOpen }: { store: Store; onOpen(): void }) {
  const text = useText();
  const may = useMay();
  const mayQuery = may('listing', 'query');
  const audits = useAudits(mayQuery);
  const audit = audits.data?.find(({ storeId }) => storeId === store.id)?.audit;
  if (!mayQuery || audit === undefined) {
    return null;
  }
  return (
    <Box as="button" type="button" className="link-button" font="small" textAlign="start" onClick={onOpen}>
      {audit === null
        ? text('stores.audit.never')
        : audit.agrees
          ? text('stores.audit.agrees')
          : text('stores.audit.differs', { n: findingsIn(audit) })}
    </Box>
  );
}
