import type { Article } from '@bowerbird/contract/news';
import { Button, Dropdown } from 'antd';
import { usePage } from '../../lib/page.ts';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { useConfirm } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useTellFailure } from '../../ui/use-tell-failure.ts';
import { useArticleActs } from './queries.ts';

/** What is done to an article seldom: read it as readers do, hide it again, delete it. */
export function ArticleMenu({ article, changes }: { article: Article; changes: number }) {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const confirm = useConfirm();
  const toast = useToast();
  const tell = useTellFailure();
  const { withdraw, remove } = useArticleActs();
  const live = article.state === 'live';

  const askDelete = async () => {
    const sure = await confirm({
      title: text('news.delete.title'),
      content: text(live ? 'news.delete.live' : 'news.delete.draft'),
      confirm: text('news.delete'),
      danger: true,
    });
    if (sure) {
      remove.mutate(article.id, {
        onSuccess: () => {
          page.setUnsaved(0);
          page.open('/system/articles');
          page.close();
        },
        onError: tell,
      });
    }
  };

  const items = [
    ...(live
      ? [
          {
            key: 'read',
            icon: <Icon name="eye" />,
            label: text('news.read'),
            onClick: () => page.open(`/news/${article.id}`),
          },
        ]
      : []),
    ...(live && may('news', 'disable')
      ? [
          {
            key: 'withdraw',
            icon: <Icon name="eye-off" />,
            label: text('news.withdraw'),
            disabled: changes > 0,
            onClick: () =>
              withdraw.mutate(article, {
                onSuccess: () => toast({ state: 'complete', text: text('news.withdrawn') }),
                onError: tell,
              }),
          },
        ]
      : []),
    ...(may('news', 'delete')
      ? [
          {
            key: 'delete',
            icon: <Icon name="trash" />,
            label: text('news.delete'),
            danger: true,
            onClick: () => void askDelete(),
          },
        ]
      : []),
  ];
  return items.length === 0 ? null : (
    <Dropdown
      autoFocus
      trigger={['click']}
      menu={{ items, onClick: ({ domEvent }) => domEvent.preventDefault() }}
    >
      <Button icon={<Icon name="more" />} aria-label={text('act.more')} aria-haspopup="menu" />
    </Dropdown>
  );
}
