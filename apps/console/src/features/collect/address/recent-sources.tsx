import { listRecentSources } from '@bowerbird/contract/collect/collect';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { usePlatformScope } from '../../../lib/data/platform-scope.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Thumbnails } from '../../../ui/images/thumbnails.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import './recent-sources.css';

interface RecentSourcesProps {
  onChoose(address: string): void;
}

/** The merchant's latest sources, on a platform's page only those of that platform; one click fills in the address. */
export function RecentSources({ onChoose }: RecentSourcesProps) {
  const text = useText();
  const format = useFormat();
  const platform = usePlatformScope()?.platform;
  const { data = [] } = useQuery({
    queryKey: ['collect', 'recent-sources', platform ?? null],
    queryFn: ({ signal }) =>
      call(listRecentSources, { query: platform === undefined ? {} : { platform } }, { signal }),
  });
  if (data.length === 0) {
    return null;
  }
  return (
    <section className="recent-sources">
      <SectionHead title={text('collect.recentSources')} />
      <ul>
        {data.map(({ shop, platform: of, address, at, products, images }) => (
          <li key={`${of} ${shop}`}>
            <Row
              as="button"
              type="button"
              align="center"
              gap={10}
              w="100%"
              minH={52}
              p={[6, 8]}
              radius="m"
              textAlign="start"
              hover="ground"
              onClick={() => onChoose(address)}
            >
              <PlatformMark platform={of} size={20} />
              <Stack as="span" grow shrink>
                <span className="cut" title={address}>
                  {shop}
                </span>
                <span className="caption">
                  {text('collect.recentSources.of', { n: products, time: format.relative(at) })}
                </span>
              </Stack>
              <Thumbnails urls={images} size={32} />
            </Row>
          </li>
        ))}
      </ul>
    </section>
  );
}
