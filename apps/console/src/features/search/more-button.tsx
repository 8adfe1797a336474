import { Button } from 'antd';
import { useText } from '../../lib/text/text.ts';
import { Box } from '../../ui/layout/box.tsx';

interface MoreButtonProps {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
}

/** Loads the next ones; hidden at the end. */
export function MoreButton({ hasNextPage, isFetchingNextPage, fetchNextPage }: MoreButtonProps) {
  const text = useText();
  return hasNextPage ? (
    <Box as="p" p={[16, 0]} textAlign="center">
      <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {text('search.more')}
      </Button>
    </Box>
  ) : null;
}

/** Nothing contains the search text, or there is nothing at all. */
export function NothingFound({ words }: { words: string }) {
  const text = useText();
  return (
    <Box as="p" p={[32, 0]} tone="t2" role="status">
      {words === '' ? text('search.page.none') : text('search.nothing', { text: words })}
    </Box>
  );
}
