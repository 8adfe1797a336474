import type { ClaimRule } from '@bowerbird/contract/collect/claim-rule';
import { editsOf } from '@bowerbird/contract/collect/claim-rule';
import type { CollectedSelection } from '@bowerbird/contract/collect/collected';
import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Stack } from '../../../ui/layout/box.tsx';
import { useClaimPreview } from '../queries.ts';
import { ClaimSample } from './claim-sample.tsx';

interface ClaimGlanceProps {
  rule: ClaimRule;
  selection: CollectedSelection;
  /** Not while the rules themselves are open. */
  shown: boolean;
  children: ReactNode;
}

/** On hover, the rules show one product before and after. */
export function ClaimGlance({ rule, selection, shown, children }: ClaimGlanceProps) {
  const [over, setOver] = useState(false);
  const edits = editsOf(rule) ?? [];
  const open = over && shown && edits.length > 0;
  const { data } = useClaimPreview(selection, edits, open, 1);
  const [sample] = data?.sample ?? [];
  const text = useText();
  return (
    <Popover
      arrow={false}
      placement="top"
      open={open && sample !== undefined}
      content={
        sample !== undefined && (
          <Stack gap={6} w="min(380px, calc(100vw - 56px))">
            <div className="caption">{text('box.rule.preview')}</div>
            <ClaimSample sample={sample} />
          </Stack>
        )
      }
    >
      <span onPointerEnter={() => setOver(true)} onPointerLeave={() => setOver(false)}>
        {children}
      </span>
    </Popover>
  );
}
