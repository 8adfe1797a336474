import type { Article } from '@bowerbird/contract/system/news';
import { Button, Dropdown } from 'antd';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { useArticleActions } from '../queries.ts';

/** Rare actions on an article: view it as readers do, unpublish, delete. */
export function ArticleMenu({ article, changes }: { article: Article; changes: number }) {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const confirm = useConfirm();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const { withdraw, remove } = useArticleActions();
  const live = article.state === 'live';

  const confirmDelete = async () => {
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
        onError: reportFailure,
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
                onError: reportFailure,
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
            onClick: () => void confirmDelete(),
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
