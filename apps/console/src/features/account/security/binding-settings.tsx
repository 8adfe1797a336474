import type { Token } from '@bowerbird/contract/account/tokens';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useTokens } from '../settings/own-account-queries.ts';
import { OwnAccess } from './own-access.tsx';
import { PairingDialog } from './pairing-dialog.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { TokenRows } from './token-rows.tsx';

/** What may act in the person's name: programs by their tokens, and paired browsers. */
export default function BindingSettings() {
  return (
    <div className="settings-sections">
      <ApiTokens />
      <PairedBrowsers />
      <OwnAccess />
    </div>
  );
}

/** Lists API tokens, and offers to create one. */
export function ApiTokens() {
  const text = useText();
  const [making, setMaking] = useState(false);
  return (
    <Keys
      kind="api"
      title={text('account.tokens')}
      note={text('account.tokens.note')}
      empty={text('account.tokens.empty')}
      act={
        <Button icon={<Icon name="plus" />} onClick={() => setMaking(true)}>
          {text('account.tokens.make')}
        </Button>
      }
    >
      {making && <TokenDialog onClose={() => setMaking(false)} />}
    </Keys>
  );
}

/** Lists paired browsers with the plugin, and offers to pair one. */
export function PairedBrowsers() {
  const text = useText();
  const may = useMay();
  const [pairing, setPairing] = useState(false);
  return (
    <Keys
      kind="plugin"
      title={text('account.browsers')}
      note={text('account.browsers.note')}
      empty={text('account.browsers.empty')}
      act={
        may('collect', 'add') && (
          <Button icon={<Icon name="plug" />} onClick={() => setPairing(true)}>
            {text('account.browsers.pair')}
          </Button>
        )
      }
    >
      {pairing && <PairingDialog onClose={() => setPairing(false)} />}
    </Keys>
  );
}

interface KeysProps {
  kind: Token['kind'];
  title: string;
  note: string;
  empty: string;
  act: ReactNode;
  children: ReactNode;
}

function Keys({ kind, title, note, empty, act, children }: KeysProps) {
  const tokens = useTokens();
  const own = tokens.data?.filter((token) => token.kind === kind);
  return (
    <section>
      <SectionHead
        title={title}
        {...(own === undefined || own.length === 0 ? {} : { count: own.length })}
        action={act}
      />
      <Text as="p" mt={8} font="small" tone="t2">
        {note}
      </Text>
      {own === undefined ? (
        tokens.isError ? (
          <SectionFault failure={tokens.error} onRetry={() => void tokens.refetch()} />
        ) : (
          <SkeletonRows rows={2} />
        )
      ) : own.length === 0 ? (
        <Box as="p" p={[14, 0]} tone="t3">
          {empty}
        </Box>
      ) : (
        <TokenRows tokens={own} />
      )}
      {children}
    </section>
  );
}
