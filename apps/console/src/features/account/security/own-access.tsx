import { Button } from 'antd';
import { useState } from 'react';
import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import { useSourceAccess } from '../../../lib/data/use-source-access.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { OwnAccessDrawer } from '../../../ui/access/own-access-drawer.tsx';
import { OwnAccessRows } from '../../../ui/access/own-access-rows.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';

/** Lists the merchant's own access to sources, and offers to add one. */
export function OwnAccess() {
  const text = useText();
  const may = useMay();
  const able = usePlatforms().some(({ access }) => access.length > 0);
  const [adding, setAdding] = useState(false);
  const shown = able && may('collect', 'query');
  const { data, error, refetch } = useSourceAccess(shown);
  if (!shown) {
    return null;
  }
  return (
    <section>
      <SectionHead
        title={text('sources.own')}
        {...(data === undefined || data.length === 0 ? {} : { count: data.length })}
        action={
          may('collect', 'edit') && (
            <Button icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
              {text('sources.add')}
            </Button>
          )
        }
      />
      <Text as="p" mt={8} font="small" tone="t2">
        {text('sources.own.note')}
      </Text>
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={2} />
        ) : (
          <SectionFault failure={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <Box as="p" p={[14, 0]} tone="t3">
          {text('sources.own.empty')}
        </Box>
      ) : (
        <OwnAccessRows all={data} />
      )}
      <OwnAccessDrawer open={adding} onClose={() => setAdding(false)} />
    </section>
  );
}
