import { type ProductQueue, productQueues } from '@bowerbird/contract/products/products';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useQueueCounts } from '../../../lib/data/use-queue-counts.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import type { ListRequest } from '../queries.ts';
import { queryFromRequest } from './filter.ts';
import { NewView } from './new-view.tsx';
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
  const { views, create, change, remove } = useViews();
  const query = queryFromRequest(request);
  const [opened, setOpened] = useState<string>(all);
  const queue = request.filter.queue;
  const exact =
    query === ''
      ? all
      : queue !== undefined && query === queryOfQueue(queue)
        ? queueTab(queue)
        : views.find((view) => view.query === query)?.id;
  const current = exact ?? (queue === undefined ? opened : queueTab(queue));
  const held = views.find(({ id }) => id === current);
  const changed = exact === undefined;

  // Only for the open view, and only while it is unchanged.
  const counted = (key: string) => (key === exact && count !== undefined ? { count } : {});

  const open = (key: string) => {
    setOpened(key);
    const queueOf = productQueues.find((each) => queueTab(each) === key);
    onRequest(
      queueOf === undefined ? (views.find(({ id }) => id === key)?.query ?? '') : queryOfQueue(queueOf),
    );
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
        ...views.map(({ id, name, shared, mine, by }) => ({
          key: id,
          title: shared ? (
            <Row
              as="span"
              inline
              align="center"
              gap={4}
              title={mine ? text('saved.shared') : text('saved.sharedBy', { by: by ?? '' })}
            >
              {name}
              <Icon name="people" size={14} />
              <span className="only-read">
                {mine ? text('saved.shared') : text('saved.sharedBy', { by: by ?? '' })}
              </span>
            </Row>
          ) : (
            name
          ),
          ...counted(id),
        })),
      ]}
      end={
        (changed || held !== undefined) && (
          <Row as="span" inline align="center" gap={10}>
            {changed && (
              <>
                <span className="products-views-changed">{text('products.views.changed')}</span>
                {held?.mine === true && (
                  <button type="button" className="link-button" onClick={() => change({ ...held, query })}>
                    {text('act.save')}
                  </button>
                )}
                <NewView
                  taken={views.filter(({ mine }) => mine)}
                  onSave={(name, shared) => create(name, query, shared).then(({ id }) => setOpened(id))}
                />
              </>
            )}
            {!changed && held?.mine === true && (
              <Dropdown
                trigger={['click']}
                menu={{
                  items: [
                    {
                      key: 'share',
                      label: text(held.shared ? 'saved.unshare' : 'saved.share'),
                      onClick: () => change({ ...held, shared: !held.shared }),
                    },
                    {
                      key: 'remove',
                      danger: true,
                      label: text('products.views.remove', { name: held.name }),
                      onClick: () => {
                        remove(held.id);
                        open(all);
                      },
                    },
                  ],
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
