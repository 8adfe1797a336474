import type { AuditEvent } from '@bowerbird/contract/system/audit';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Stack } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { useWhat, valuesOf } from './audit-text.ts';

/** Everything recorded about one event. */
export function AuditDrawer({ event, onClose }: { event: AuditEvent | null; onClose(): void }) {
  const text = useText();
  const format = useFormat();
  const what = useWhat();
  return (
    <Drawer
      title={event === null ? '' : what(event.what)}
      open={event !== null}
      width={480}
      onClose={onClose}
    >
      {event !== null && (
        <Stack as="dl" className="audit-facts">
          <Fact name={text('audit.column.person')}>{event.userName ?? text('audit.nobody')}</Fact>
          <Fact
            name={text('audit.column.at')}
          >{`${format.day(event.at)} ${format.time(event.at, true)}`}</Fact>
          {valuesOf(text, format, event).map(({ name, value, isId }) => (
            <Fact key={name} name={name}>
              {isId ? <CopyButton value={value} /> : value}
            </Fact>
          ))}
          {Object.entries(event.params).map(([name, value]) => (
            <Fact key={name} name={text('audit.param', { name })}>
              <CopyButton value={value} />
            </Fact>
          ))}
          {event.what.includes('/') && (
            <Fact name={text('audit.call')}>
              <code>{event.what}</code>
            </Fact>
          )}
          {event.ip !== null && (
            <Fact name={text('audit.column.ip')}>
              <code>{event.ip}</code>
            </Fact>
          )}
          {event.userAgent !== null && <Fact name={text('audit.agent')}>{event.userAgent}</Fact>}
          {event.requestId !== null && (
            <Fact name={text('audit.request')}>
              <CopyButton value={event.requestId} />
            </Fact>
          )}
        </Stack>
      )}
    </Drawer>
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
