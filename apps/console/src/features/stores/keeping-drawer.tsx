import type { Store } from '@bowerbird/contract/listing/stores';
import { Button, Switch } from 'antd';
import { useId } from 'react';
import { CallFailure } from '../../lib/api/call-failure.ts';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice } from '../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { useConnectSentence } from './connect-fault.ts';
import { modeOf } from './keeping.ts';
import { useProbeStore, useUpdateStore } from './queries.ts';

interface KeepingDrawerProps {
  store: Store;
  onClose(): void;
}

/** What prevents a second copy of a product in this store, and what of it can be tested or chosen. */
export function KeepingDrawer({ store, onClose }: KeepingDrawerProps) {
  const text = useText();
  const { keeping } = store;
  const mode = modeOf(keeping);
  return (
    <Drawer title={text('stores.keeping.of', { store: store.name })} open onClose={onClose} width={480}>
      <Stack className="keeping" gap={14}>
        <Grid as="p" className="keeping-line" columns="auto 1fr" gap={10}>
          <StateGlyph state={mode === 'kept' ? 'complete' : 'none'} />
          <span>{text(`stores.keeping.key.${keeping.uniqueKey}`)}</span>
        </Grid>
        <Grid as="p" className="keeping-line" columns="auto 1fr" gap={10}>
          <StateGlyph state={mode === 'waited' ? 'waiting' : 'complete'} />
          <span>{text(`stores.keeping.then.${mode}`)}</span>
        </Grid>
        {keeping.probes && <Probe store={store} />}
        {keeping.careful !== null && <Care store={store} careful={keeping.careful} />}
      </Stack>
    </Drawer>
  );
}

function Probe({ store }: { store: Store }) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const sentence = useConnectSentence();
  const probe = useProbeStore();
  const { probedAt } = store.keeping;
  return (
    <Stack as="section" className="keeping-part" gap={8} pt={16} borderTop>
      <h3>{text('stores.probe')}</h3>
      <p className="quiet">{text('stores.probe.note')}</p>
      {probe.error !== null && (
        <div role="alert">
          <Notice tone="amber" before={<StateGlyph state="refused" />}>
            {sentence(CallFailure.from(probe.error))}
          </Notice>
        </div>
      )}
      <Row wrap align="center" gap={[8, 12]}>
        {may('stores', 'edit') && (
          <Button loading={probe.isPending} onClick={() => probe.mutate(store.id)}>
            {text(probedAt === null ? 'stores.probe.now' : 'stores.probe.again')}
          </Button>
        )}
        <span className="caption">
          {probedAt === null
            ? text('stores.probe.never')
            : text('stores.probe.at', { time: format.relative(probedAt) })}
        </span>
      </Row>
    </Stack>
  );
}

function Care({ store, careful }: { store: Store; careful: boolean }) {
  const text = useText();
  const may = useMay();
  const reportFailure = useReportFailure();
  const update = useUpdateStore();
  const id = useId();
  return (
    <Stack as="section" className="keeping-part" gap={8} pt={16} borderTop>
      <Row align="center" justify="between" gap={12}>
        <h3 id={id}>{text('stores.careful')}</h3>
        <Switch
          aria-labelledby={id}
          aria-describedby={`${id}-note`}
          checked={careful}
          loading={update.isPending}
          disabled={!may('stores', 'edit')}
          onChange={(on) =>
            update.mutate({ id: store.id, change: { careful: on } }, { onError: reportFailure })
          }
        />
      </Row>
      <p className="quiet" id={`${id}-note`}>
        {text.named(`stores.careful.${store.platform}`, {}, text('stores.keeping.then.hidden'))}
      </p>
    </Stack>
  );
}
