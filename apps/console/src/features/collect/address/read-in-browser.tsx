import type { Recognition } from '@bowerbird/contract/collect/collect';
import { usePlatform } from '../../../lib/data/use-platforms.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { ReadWithPlugin } from '../../../ui/stores/read-with-plugin.tsx';
import { goneForAll } from '../run/failed-list.tsx';
import type { Candidate } from './recognised.ts';

interface ReadInBrowserProps {
  candidate: Candidate;
  recognition: Recognition;
}

/** For one product whose source blocks servers: offers to read its page in the merchant's own browser. */
export function ReadInBrowser({ candidate, recognition: { address, fault } }: ReadInBrowserProps) {
  const text = useText();
  const may = useMay();
  const reads = usePlatform(candidate.platform)?.inBrowser === true;
  const gone = fault !== null && goneForAll.includes(fault.code);
  if (!reads || gone || candidate.scope !== 'product' || !may('collect', 'add')) {
    return null;
  }
  return (
    <div>
      <ReadWithPlugin primary platform={candidate.platform} urls={[address]}>
        {text('plugin.read.one')}
      </ReadWithPlugin>
    </div>
  );
}
