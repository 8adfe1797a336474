import { Button } from 'antd';
import { useText } from '../../lib/text.ts';

interface MoreButtonProps {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
}

/** Loads the next ones; hidden at the end. */
export function MoreButton({ hasNextPage, isFetchingNextPage, fetchNextPage }: MoreButtonProps) {
  const text = useText();
  return hasNextPage ? (
    <p className="search-more">
      <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {text('search.more')}
      </Button>
    </p>
  ) : null;
}

/** Nothing contains the search text, or there is nothing at all. */
export function NothingFound({ words }: { words: string }) {
  const text = useText();
  return (
    <p className="search-nothing" role="status">
      {words === '' ? text('search.page.none') : text('search.nothing', { text: words })}
    </p>
  );
}
