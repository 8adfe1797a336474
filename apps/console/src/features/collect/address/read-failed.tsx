import { listGaps } from '@bowerbird/contract/collect/plugin';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { usePlatformScope } from '../../../lib/data/platform-scope.ts';
import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import { useText } from '../../../lib/text/text.ts';
import { Row } from '../../../ui/layout/box.tsx';
import { ReadWithPlugin } from '../../../ui/stores/read-with-plugin.tsx';
import { collectKeys } from '../queries.ts';

/** For each platform with several pages that a browser can read: offers to read all of them at once. */
export function ReadFailed() {
  const text = useText();
  const scope = usePlatformScope();
  const platforms = usePlatforms();
  const { data } = useQuery({
    queryKey: [...collectKeys.failed, 'gaps'],
    queryFn: ({ signal }) => call(listGaps, {}, { signal }),
  });
  const urls = Map.groupBy(data?.gaps ?? [], ({ platform }) => platform);
  const several = platforms.flatMap(({ id, name }) => {
    const of = urls.get(id)?.map(({ url }) => url) ?? [];
    return of.length > 1 && (scope === null || scope.platform === id) ? [{ id, name, of }] : [];
  });
  if (several.length === 0) {
    return null;
  }
  return (
    <Row className="read-failed" wrap gap={8}>
      {several.map(({ id, name, of }) => (
        <ReadWithPlugin key={id} platform={id} urls={of}>
          {text('plugin.read.all', { n: of.length, name })}
        </ReadWithPlugin>
      ))}
    </Row>
  );
}
