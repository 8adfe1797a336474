import type { AuditEvent } from '@bowerbird/contract/system/audit';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Row, Stack } from '../../ui/layout/box.tsx';
import type { Column } from '../../ui/table/column.ts';
import { fieldsText, useWhat } from './audit-text.ts';

export function useAuditColumns(): Column<AuditEvent>[] {
  const text = useText();
  const format = useFormat();
  return [
    {
      key: 'at',
      title: text('audit.column.at'),
      width: '132px',
      render: ({ at }) => (
        <time dateTime={at} title={format.relative(at)}>
          {format.full(at)}
        </time>
      ),
    },
    {
      key: 'person',
      title: text('audit.column.person'),
      width: 'minmax(100px, 1fr)',
      render: ({ userName }) => userName ?? <span className="quiet">{text('audit.nobody')}</span>,
    },
    {
      key: 'what',
      title: text('audit.column.what'),
      width: 'minmax(180px, 2fr)',
      render: (event) => <What event={event} />,
    },
    {
      key: 'fields',
      title: text('audit.column.fields'),
      width: 'minmax(160px, 2fr)',
      from: 820,
      render: (event) => {
        const words = fieldsText(text, format, event);
        return (
          <span className="quiet" title={words}>
            {words}
          </span>
        );
      },
    },
    {
      key: 'ip',
      title: text('audit.column.ip'),
      width: '130px',
      from: 640,
      render: ({ ip }) => <code>{ip ?? '—'}</code>,
    },
  ];
}

function What({ event }: { event: AuditEvent }) {
  const what = useWhat();
  const words = what(event.what);
  return (
    <Row as="span" align="center" gap={8} title={words}>
      {event.what === 'sign-in-refused' && <StateGlyph state="refused" />}
      <span className="cut">{words}</span>
    </Row>
  );
}

export function AuditRowNarrow({ event }: { event: AuditEvent }) {
  const text = useText();
  const format = useFormat();
  return (
    <Stack as="span" shrink>
      <What event={event} />
      <span className="caption">
        {event.userName ?? text('audit.nobody')} · {format.full(event.at)}
      </span>
    </Stack>
  );
}
