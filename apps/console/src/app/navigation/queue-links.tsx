import type { ProductQueue } from '@bowerbird/contract/products/products';
import { Link, useLocation } from 'react-router';
import { useQueueCounts } from '../../lib/data/use-queue-counts.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Text } from '../../ui/text/text.tsx';

/** The queues shown, in the order in which the work is done. */
const shown = ['to-edit', 'to-list', 'changed', 'rejected'] as const satisfies ProductQueue[];

/** Links under the product list in the menu: each work queue that is not empty, with its count. */
export function QueueLinks({ onGo }: { onGo?(): void }) {
  const text = useText();
  const format = useFormat();
  const { pathname, search } = useLocation();
  const counts = useQueueCounts()?.counts;
  const queues = shown.filter((queue) => (counts?.[queue] ?? 0) > 0);
  if (queues.length === 0) {
    return null;
  }
  return (
    <ul className="side-queues" aria-label={text('queue.menu')}>
      {queues.map((queue) => {
        const path = `/products/list?queue=${queue}`;
        const current = `${pathname}${search}` === path;
        return (
          <li key={queue}>
            <Link
              className="side-entry sub side-queue"
              to={path}
              // From the product list itself, the link opens another view of the same tab.
              replace={pathname === '/products/list'}
              aria-current={current ? 'page' : undefined}
              {...(onGo === undefined ? {} : { onClick: onGo })}
            >
              <span className="cut" title={text(`queue.${queue}`)}>
                {text(`queue.${queue}`)}
              </span>
              <Text font="caption" weight={400} tone="t3">
                {format.number(counts?.[queue] ?? 0)}
              </Text>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
