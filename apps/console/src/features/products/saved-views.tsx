import { type ProductQueue, productQueues } from '@bowerbird/contract/products/products';
import { Button, Dropdown, Input, Popover } from 'antd';
import { useState } from 'react';
import { useQueueCounts } from '../../lib/data/use-queue-counts.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Row } from '../../ui/layout/box.tsx';
import { TabRow } from '../../ui/layout/tab-row.tsx';
import { queryFromRequest } from './filter.ts';
import type { ListRequest } from './queries.ts';
import type { SavedView } from './views.ts';
import { useViews } from './views.ts';

interface SavedViewsProps {
  request: ListRequest;
  /** How many products match now, as text; undefined until the exact number is known. */
  count: string | undefined;
  /** The source platform to which the page is limited. */
  platform: string | undefined;
  onRequest(query: string): void;
}

const all = 'all';

/** Key of a queue's tab; no saved view can have such a name, because names are trimmed. */
const queueTab = (queue: ProductQueue) => ` ${queue}`;
const queryOfQueue = (queue: ProductQueue) => `?queue=${queue}`;

/** The work queues with their counts, then the saved filters and orders, as tabs. */
export function SavedViews({ request, count, platform, onRequest }: SavedViewsProps) {
  const text = useText();
  const format = useFormat();
  const queues = useQueueCounts(platform);
  const [views, setViews] = useViews();
  const query = queryFromRequest(request);
  const [opened, setOpened] = useState<string>(all);
  const queue = request.filter.queue;
  const exact =
    query === ''
      ? all
      : queue !== undefined && query === queryOfQueue(queue)
        ? queueTab(queue)
        : views.find((view) => view.query === query)?.name;
  const current = exact ?? (queue === undefined ? opened : queueTab(queue));
  const held = views.find(({ name }) => name === current);
  const changed = exact === undefined;

  // Only for the open view, and only while it is unchanged.
  const counted = (name: string) => (name === exact && count !== undefined ? { count } : {});

  const open = (name: string) => {
    setOpened(name);
    const queueOf = productQueues.find((each) => queueTab(each) === name);
    onRequest(
      queueOf === undefined ? (views.find((view) => view.name === name)?.query ?? '') : queryOfQueue(queueOf),
    );
  };
  const save = (name: string) => {
    setViews([...views.filter((view) => view.name !== name), { name, query }]);
    setOpened(name);
  };
  return (
    <TabRow
      label={text('products.views')}
      value={current}
      onChange={open}
      tabs={[
        { key: all, title: text('products.views.all'), ...counted(all) },
        ...productQueues.map((each) => ({
          key: queueTab(each),
          title: text(`queue.${each}`),
          ...(queues && { count: format.number(queues.counts[each]) }),
        })),
        ...views.map(({ name }) => ({ key: name, title: name, ...counted(name) })),
      ]}
      end={
        (changed || held !== undefined) && (
          <Row as="span" inline align="center" gap={10}>
            {changed && (
              <>
                <span className="products-views-changed">{text('products.views.changed')}</span>
                {held !== undefined && (
                  <button
                    type="button"
                    className="link-button"
                    onClick={() =>
                      setViews(views.map((view) => (view.name === held.name ? { ...view, query } : view)))
                    }
                  >
                    {text('act.save')}
                  </button>
                )}
                <NewView taken={views} onSave={save} />
              </>
            )}
            {!changed && held !== undefined && (
              <Dropdown
                trigger={['click']}
                menu={{
                  items: [
                    {
                      key: 'remove',
                      danger: true,
                      label: text('products.views.remove', { name: held.name }),
                    },
                  ],
                  onClick: () => {
                    setViews(views.filter(({ name }) => name !== held.name));
                    open(all);
                  },
                }}
              >
                <Button type="text" size="small" icon={<Icon name="more" />} aria-label={text('act.more')} />
              </Dropdown>
            )}
          </Row>
        )
      }
    />
  );
}

function NewView({ taken, onSave }: { taken: SavedView[]; onSave(name: string): void }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const trimmed = name.trim();
  const refused = trimmed === all || taken.some((view) => view.name === trimmed);
  const save = () => {
    if (trimmed !== '' && !refused) {
      onSave(trimmed);
      setOpen(false);
      setName('');
    }
  };
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      content={
        <Row className="products-new-view" wrap align="center" gap={8} w={260}>
          <Input
            autoFocus
            maxLength={40}
            aria-label={text('products.views.name')}
            placeholder={text('products.views.name')}
            status={refused ? 'error' : ''}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onPressEnter={save}
          />
          <Button type="primary" onClick={save}>
            {text('act.save')}
          </Button>
          {refused && <span className="tone-red caption">{text('products.views.taken')}</span>}
        </Row>
      }
    >
      <button type="button" className="link-button">
        {text('products.views.new')}
      </button>
    </Popover>
  );
}
