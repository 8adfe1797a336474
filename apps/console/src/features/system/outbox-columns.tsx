import type { OutboxMessage } from '@bowerbird/contract/system/outbox';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import type { StateName } from '../../ui/feedback/state-glyph.tsx';
import { StateText } from '../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Row, Stack } from '../../ui/layout/box.tsx';
import type { Column } from '../../ui/table/column.ts';

const shapes: Record<OutboxMessage['state'], StateName> = {
  kept: 'held',
  waiting: 'running',
  sent: 'complete',
  failed: 'failed',
};

export function MessageState({ state }: Pick<OutboxMessage, 'state'>) {
  const text = useText();
  return <StateText state={shapes[state]}>{text(`outbox.state.${state}`)}</StateText>;
}

/** Returns a short name of a message's content. */
export function useMessageName(): (message: Pick<OutboxMessage, 'template'>) => string {
  const text = useText();
  return ({ template }) => text.named(`outbox.template.${template}`, {}, template);
}

function Channel({ channel }: Pick<OutboxMessage, 'channel'>) {
  const text = useText();
  return (
    <Row as="span" className="outbox-channel" inline align="center" gap={8}>
      <Icon name={channel === 'mail' ? 'file' : 'text'} size={16} />
      {text(`outbox.channel.${channel}`)}
    </Row>
  );
}

export function useOutboxColumns(): Column<OutboxMessage>[] {
  const text = useText();
  const format = useFormat();
  const nameOf = useMessageName();
  return [
    {
      key: 'recipient',
      title: text('outbox.recipient'),
      width: 'minmax(180px, 2fr)',
      render: ({ recipient }) => <span className="cut">{recipient}</span>,
    },
    {
      key: 'what',
      title: text('outbox.what'),
      width: 'minmax(140px, 1.4fr)',
      render: (message) => <span className="cut">{nameOf(message)}</span>,
    },
    {
      key: 'channel',
      title: text('outbox.channel'),
      width: '110px',
      from: 700,
      render: ({ channel }) => <Channel channel={channel} />,
    },
    {
      key: 'state',
      title: text('outbox.state'),
      width: '140px',
      render: ({ state }) => <MessageState state={state} />,
    },
    {
      key: 'when',
      title: text('outbox.when'),
      width: '120px',
      align: 'end',
      render: ({ createdAt }) => (
        <span className="caption" title={format.full(createdAt)}>
          {format.relative(createdAt)}
        </span>
      ),
    },
  ];
}

export function OutboxRowNarrow({ message }: { message: OutboxMessage }) {
  const format = useFormat();
  const nameOf = useMessageName();
  return (
    <Stack as="span" gap={4} w="100%" shrink>
      <Row as="span" className="outbox-narrow-line" align="center" justify="between" gap={12} shrink>
        <span className="cut">{message.recipient}</span>
        <span className="caption">{format.relative(message.createdAt)}</span>
      </Row>
      <Row as="span" className="outbox-narrow-line" align="center" justify="between" gap={12} shrink>
        <span className="caption">{nameOf(message)}</span>
        <MessageState state={message.state} />
      </Row>
    </Stack>
  );
}
