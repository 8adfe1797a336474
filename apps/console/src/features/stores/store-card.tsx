import type { Store } from '@bowerbird/contract/stores';
import { Button } from 'antd';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFaultText } from '../../lib/fault-text.ts';
import { useFormat } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import type { PlainTextKey } from '../../lib/text.ts';
import { useText } from '../../lib/text.ts';
import { Icon } from '../../ui/icon.tsx';
import { PlatformMark } from '../../ui/platform-mark.tsx';
import type { StateName } from '../../ui/state-glyph.tsx';
import { StateGlyph, StateText } from '../../ui/state-glyph.tsx';
import { Thumbnails } from '../../ui/thumbnails.tsx';
import { useToast } from '../../ui/toast.tsx';
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
    <article className="box store-card" aria-label={store.name}>
      <header className="store-card-head">
        <PlatformMark platform={store.platform} size={24} />
        <div className="store-card-names">
          <h2 className="store-card-name cut" title={store.name}>
            {store.name}
          </h2>
          <span className="caption cut" title={store.domain}>
            {store.domain}
          </span>
        </div>
        {store.practice && <span className="count-tag">{text('stores.practice')}</span>}
      </header>
      <div className="store-card-state">
        <StateText state={state}>{text(word)}</StateText>
        {store.state !== 'lost' && (
          <button type="button" className="link-button store-rights" onClick={() => onTask('rights', store)}>
            {text('stores.rights.count', { held, all: store.rights.length })}
          </button>
        )}
      </div>
      {store.fault !== null && <StoreFaultLine store={store} onTask={onTask} />}
      {store.state !== 'lost' && <StoreLimit store={store} />}
      {store.state !== 'lost' && (
        <button type="button" className="link-button store-keeping" onClick={() => onTask('keeping', store)}>
          {text(`stores.keeping.${modeOf(store.keeping)}`)}
        </button>
      )}
      <dl className="store-counts">
        {(['listed', 'refused', 'unsure'] as const).map((key) => (
          <div key={key}>
            <dt>
              <StateGlyph state={key} size={14} />
              {text(`state.${key}`)}
            </dt>
            <dd>{format.number(store.counts[key])}</dd>
          </div>
        ))}
      </dl>
      <Thumbnails urls={store.images ?? []} size={36} apart />
      <footer className="store-card-foot">
        {mayEdit && <CheckButton store={store} onTask={onTask} />}
        <Button href={store.address} target="_blank" rel="noreferrer" icon={<Icon name="external" />}>
          {text('stores.open')}
        </Button>
        <StoreMenu store={store} onTask={onTask} />
      </footer>
    </article>
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
    <div className="notice amber store-fault">
      <div className="notice-text">{sentence(store.fault)}</div>
      {may('stores', 'edit') && (rights || store.state === 'lost') && (
        <Button size="small" onClick={() => onTask(rights ? 'rights' : 'credentials', store)}>
          {text(rights ? 'stores.rights.see' : 'stores.reconnect')}
        </Button>
      )}
    </div>
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
