import type { Token } from '@bowerbird/contract/account/tokens';
import { Button } from 'antd';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { Text } from '../../ui/text/text.tsx';
import { usePairedBrowsers, useRevokeBrowser } from './queries.ts';

/** The browsers that may collect products in the person's name, each with a way to end it. */
export function PairedBrowsers({ watch }: { watch: boolean }) {
  const text = useText();
  const { data, error, refetch } = usePairedBrowsers(watch);
  return (
    <section>
      <SectionHead
        title={text('plugin.browsers')}
        {...(data === undefined || data.length === 0 ? {} : { count: data.length })}
      />
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={2} />
        ) : (
          <SectionFault failure={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <Text as="p" m={[8, 0, 12]} font="small" tone="t2" anywhere>
          {text('plugin.browsers.none')}
        </Text>
      ) : (
        <Box as="ul" m={0} p={0}>
          {data.map((browser) => (
            <Browser key={browser.id} browser={browser} />
          ))}
        </Box>
      )}
    </section>
  );
}

function Browser({ browser }: { browser: Token }) {
  const text = useText();
  const format = useFormat();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const confirm = useConfirm();
  const revoke = useRevokeBrowser();
  const over = browser.expiresAt !== null && Date.parse(browser.expiresAt) < Date.now();
  const { name } = browser;

  const requestConfirmation = async () => {
    const sure = await confirm({
      title: text('plugin.revoke.title', { name }),
      content: text('plugin.revoke.content'),
      confirm: text('plugin.revoke'),
      danger: true,
    });
    if (sure) {
      revoke.mutate(browser.id, {
        onError: reportFailure,
        onSuccess: () => toast({ state: 'complete', text: text('plugin.revoked', { name }) }),
      });
    }
  };
  return (
    <Row as="li" align="center" justify="between" gap={12} p={[10, 0]} borderBottom>
      <Stack shrink>
        <Text className="cut" weight={500} title={name}>
          {name}
        </Text>
        <span className="caption">
          {browser.lastUsedAt === null
            ? text('plugin.browser.unused')
            : text('plugin.browser.used', { time: format.relative(browser.lastUsedAt) })}
        </span>
        {browser.expiresAt !== null && (
          <span className={over ? 'caption tone-red' : 'caption'}>
            {text(over ? 'plugin.browser.over' : 'plugin.browser.until', {
              time: format.day(browser.expiresAt),
            })}
          </span>
        )}
      </Stack>
      <Button
        size="small"
        aria-label={text('plugin.revoke.named', { name })}
        loading={revoke.isPending}
        onClick={() => void requestConfirmation()}
      >
        {text('plugin.revoke')}
      </Button>
    </Row>
  );
}
