import { Button } from 'antd';
import { useState } from 'react';
import { usePlatform } from '../../../lib/data/use-platforms.ts';
import { accessFor, useSourceAccess } from '../../../lib/data/use-source-access.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { OwnAccessDrawer } from '../../../ui/access/own-access-drawer.tsx';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';

interface OwnAccessPartProps {
  platform: string;
  address: string;
}

/**
 * How a source is read with the merchant's own access, if its platform supports it: the access in use, or a link to set
 * it up.
 */
export function OwnAccessPart({ platform, address }: OwnAccessPartProps) {
  const text = useText();
  const may = useMay();
  const info = usePlatform(platform);
  const [open, setOpen] = useState(false);
  const own = useOwnAccess(platform, address);
  if (info === null || info.access.length === 0 || own === undefined) {
    return null;
  }
  const actions = may('collect', 'edit') && (
    <Button size="small" onClick={() => setOpen(true)}>
      {text(own === null ? 'sources.connect' : 'sources.manage')}
    </Button>
  );
  const refused = own?.state === 'refused';
  return (
    <>
      <Notice
        tone={own === null ? 'neutral' : refused ? 'amber' : 'green'}
        {...(own !== null && { before: <StateGlyph state={refused ? 'refused' : 'complete'} /> })}
        act={actions}
      >
        {own === null
          ? text.named(`sources.why.${platform}`, {}, text('sources.why', { platform: info.name }))
          : text(refused ? 'sources.refused' : 'sources.used', { name: own.name })}
      </Notice>
      <OwnAccessDrawer open={open} onClose={() => setOpen(false)} platform={platform} address={address} />
    </>
  );
}

/** Returns the merchant's access for this address; null for none, undefined until it is known. */
export function useOwnAccess(platform: string | null, address: string) {
  const may = useMay();
  const info = usePlatform(platform);
  const has = (info?.access.length ?? 0) > 0 && may('collect', 'query');
  const { data } = useSourceAccess(has);
  return !has || platform === null ? null : data && accessFor(data, platform, address);
}
