import type { Store } from '@bowerbird/contract/listing/stores';
import { Button } from 'antd';
import { CallFailure } from '../../lib/api/call-failure.ts';
import { useMay } from '../../lib/person/session.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import type { PlainTextKey } from '../../lib/text/text.ts';
import { useText } from '../../lib/text/text.ts';
import type { StateName } from '../../ui/feedback/state-glyph.tsx';
import { StateGlyph, StateText } from '../../ui/feedback/state-glyph.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Thumbnails } from '../../ui/images/thumbnails.tsx';
import { Box, Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { AuditLine } from './audit/audit-line.tsx';
import { useConnectSentence } from './connect-fault.ts';
import { modeOf } from './keeping.ts';
import { useCheckStore } from './queries.ts';
import { StoreLimit } from './store-limit.tsx';
import { StoreMenu, type StoreTask } from './store-menu.tsx';

const shown: Record<Store['state'], { state: StateName; word: PlainTextKey }> = {
  ready: { state: 'complete', word: 'stores.state.ready' },
  lost: { state: 'failed', word: 'stores.state.lost' },
  checking: { state: 'waiting', word: 'stores.state.checking' },
  'rights-missing': { state: 'partial', word: 'stores.state.rights' },
};

interface StoreCardProps {
  store: Store;
  onTask(task: StoreTask, store: Store): void;
}

/** One connected store: whether it can be listed to, how much of its limit is used, and what it contains. */
export function StoreCard({ store, onTask }: StoreCardProps) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const { state, word } = shown[store.state];
  const held = store.rights.filter((right) => right.held).length;
  const mayEdit = may('stores', 'edit');
  return (
    <Stack as="article" className="box" gap={12} shrink aria-label={store.name}>
      <Row as="header" align="center" gap={10} shrink>
        <PlatformMark platform={store.platform} size={24} />
        <Stack grow shrink>
          <Text as="h2" className="cut" font="head" weight={600} title={store.name}>
            {store.name}
          </Text>
          <span className="caption cut" title={store.domain}>
            {store.domain}
          </span>
        </Stack>
        {store.practice && <span className="count-tag">{text('stores.practice')}</span>}
      </Row>
      <Row wrap justify="between" gap={[4, 12]}>
        <StateText state={state}>{text(word)}</StateText>
        {store.state !== 'lost' && (
          <Box
            as="button"
            type="button"
            className="link-button"
            font="small"
            onClick={() => onTask('rights', store)}
          >
            {text('stores.rights.count', { held, all: store.rights.length })}
          </Box>
        )}
      </Row>
      {store.fault !== null && <StoreFaultLine store={store} onTask={onTask} />}
      {store.state !== 'lost' && <StoreLimit store={store} />}
      {store.state !== 'lost' && (
        <Box
          as="button"
          type="button"
          className="link-button"
          font="small"
          textAlign="start"
          onClick={() => onTask('keeping', store)}
        >
          {text(`stores.keeping.${modeOf(store.keeping)}`)}
        </Box>
      )}
      <AuditLine store={store} onOpen={() => onTask('audit', store)} />
      <Grid as="dl" justify="between" columns="repeat(3, auto)" align="end" gap={8}>
        {(['listed', 'refused', 'verifying'] as const).map((key) => (
          <div key={key}>
            <Row as="dt" align="center" gap={4} font="caption" tone="t2">
              <StateGlyph state={key} size={14} />
              {text(`state.${key}`)}
            </Row>
            <Text as="dd" font="large" weight={600}>
              {format.number(store.counts[key])}
            </Text>
          </div>
        ))}
      </Grid>
      <Thumbnails urls={store.images ?? []} size={36} apart />
      <Row as="footer" className="store-card-foot" wrap gap={8} pt={2}>
        {mayEdit && <CheckButton store={store} onTask={onTask} />}
        <Button href={store.address} target="_blank" rel="noreferrer" icon={<Icon name="external" />}>
          {text('stores.open')}
        </Button>
        <StoreMenu store={store} onTask={onTask} />
      </Row>
    </Stack>
  );
}

/** Why a store cannot be listed to, and the one way to fix it. */
function StoreFaultLine({ store, onTask }: StoreCardProps) {
  const text = useText();
  const may = useMay();
  const sentence = useFaultText();
  if (store.fault === null) {
    return null;
  }
  const rights = store.state === 'rights-missing';
  return (
    <Row className="notice amber store-fault" wrap align="center" gap={10} radius="m" font="small" tone="t1">
      <Box grow shrink>
        {sentence(store.fault)}
      </Box>
      {may('stores', 'edit') && (rights || store.state === 'lost') && (
        <Button size="small" onClick={() => onTask(rights ? 'rights' : 'credentials', store)}>
          {text(rights ? 'stores.rights.see' : 'stores.reconnect')}
        </Button>
      )}
    </Row>
  );
}

function CheckButton({ store, onTask }: StoreCardProps) {
  const text = useText();
  const toast = useToast();
  const sentence = useConnectSentence();
  const check = useCheckStore();
  const run = () =>
    check.mutate(store.id, {
      onSuccess: (checked) => {
        if (checked.state === 'rights-missing') {
          onTask('rights', checked);
        } else if (checked.state === 'ready' && checked.fault === null) {
          toast({ state: 'complete', text: text('stores.check.good', { store: checked.name }) });
        }
      },
      onError: (thrown) => toast({ state: 'failed', text: sentence(CallFailure.from(thrown)) }),
    });
  return (
    <Button loading={check.isPending} onClick={run}>
      {text('stores.check')}
    </Button>
  );
}
