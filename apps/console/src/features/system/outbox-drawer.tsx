import type { OpenedMessage } from '@bowerbird/contract/system/outbox';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useMay } from '../../lib/person/session.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { languageNames } from '../../lib/text/language.ts';
import { useText } from '../../lib/text/text.ts';
import { FaultRow, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonBlock } from '../../ui/feedback/skeleton.tsx';
import { Box, Grid } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { Text } from '../../ui/text/text.tsx';
import { MessageState, useMessageName } from './outbox-columns.tsx';
import { useOutboxMessage, useSendAgain } from './outbox-queries.ts';

interface OutboxDrawerProps {
  id: string;
  /** Whether a provider delivers its channel here. */
  delivers: { mail: boolean; sms: boolean };
  onClose(): void;
}

/** One message as its recipient reads it, with its code and link to pass on. */
export function OutboxDrawer({ id, delivers, onClose }: OutboxDrawerProps) {
  const text = useText();
  const may = useMay();
  const nameOf = useMessageName();
  const message = useOutboxMessage(id);
  const again = useSendAgain(id);
  const shown = message.data;
  return (
    <Drawer
      open
      width={480}
      title={shown === undefined ? text('menu.system.outbox') : nameOf(shown)}
      onClose={onClose}
      footer={
        shown !== undefined &&
        delivers[shown.channel] &&
        may('support', 'update') && (
          <Button
            disabled={shown.state === 'waiting'}
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            {text('outbox.again')}
          </Button>
        )
      }
    >
      {shown !== undefined ? (
        <Opened message={shown} />
      ) : message.isError ? (
        <SectionFault failure={message.error} onRetry={() => void message.refetch()} />
      ) : (
        <Grid gap={16} aria-hidden="true">
          <SkeletonBlock width="70%" height={18} />
          <SkeletonBlock width="100%" height={120} />
        </Grid>
      )}
    </Drawer>
  );
}

function Opened({ message }: { message: OpenedMessage }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  return (
    <Grid gap={16}>
      {message.fault !== null && <FaultRow state="failed" what={sentence(message.fault)} />}
      <Box as="dl" className="outbox-facts" m={0}>
        <Fact name={text('outbox.recipient')}>{message.recipient}</Fact>
        <Fact name={text('outbox.state')}>
          <MessageState state={message.state} />
        </Fact>
        <Fact name={text('outbox.channel')}>{text(`outbox.channel.${message.channel}`)}</Fact>
        <Fact name={text('outbox.language')}>{languageNames[message.language]}</Fact>
        <Fact name={text('outbox.when')}>{format.full(message.createdAt)}</Fact>
        {message.sentAt !== null && <Fact name={text('outbox.sent-at')}>{format.full(message.sentAt)}</Fact>}
        {message.tries > 0 && <Fact name={text('outbox.tries')}>{format.number(message.tries)}</Fact>}
      </Box>
      {message.code !== null && (
        <Grid className="outbox-copy" gap={4}>
          <span className="caption">{text('outbox.copy-code')}</span>
          <CopyButton value={message.code} />
        </Grid>
      )}
      {message.link !== null && (
        <Grid className="outbox-copy" gap={4}>
          <span className="caption">{text('outbox.copy-link')}</span>
          <CopyButton value={message.link} />
        </Grid>
      )}
      {message.withheld !== null && <p className="caption">{text(`outbox.withheld.${message.withheld}`)}</p>}
      {message.subject !== '' && (
        <Text as="p" weight={600}>
          <span className="only-read">{text('outbox.subject')} </span>
          {message.subject}
        </Text>
      )}
      <Box as="p" className="outbox-text" p={[14, 16]} radius="m" ground="sunk" anywhere>
        {message.text}
      </Box>
    </Grid>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
