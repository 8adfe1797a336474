import type { PluginInfo } from '@bowerbird/contract/collect/plugin';
import { usePlatforms } from '../../lib/data/use-platforms.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { Text } from '../../ui/text/text.tsx';

/** Marketplaces that the plugin reads by itself, and shops that it reads after a click. */
export function SitesRead({ sites }: { sites: PluginInfo['sites'] }) {
  const text = useText();
  const platforms = usePlatforms();
  const own = new Set(sites.map(({ platform }) => platform));
  // Shops without a platform have no name to show; "others" covers them.
  const others = platforms.filter(
    ({ id, inBrowser }) => inBrowser === true && id !== 'unknown' && !own.has(id),
  );
  const nameOf = (id: string) => platforms.find((each) => each.id === id)?.name ?? id;
  return (
    <section>
      <SectionHead title={text('plugin.sites')} />
      <Box as="ul" m={0} p={0} pt={6}>
        {sites.map(({ platform, hosts }) => (
          <Row as="li" key={platform} align="center" gap={10} shrink p={[6, 0]}>
            <PlatformMark platform={platform} size={24} named />
            <span>{nameOf(platform)}</span>
            <code className="quiet cut">{hosts.join(', ')}</code>
          </Row>
        ))}
      </Box>
      {others.length > 0 && (
        <Text as="p" m={[8, 0, 12]} font="small" tone="t2" anywhere>
          {text('plugin.sites.others', {
            names: others.map(({ name }) => name).join(text('plugin.between')),
          })}
        </Text>
      )}
    </section>
  );
}

const reads = ['products', 'address', 'click', 'known'] as const;
const never = ['account', 'buyer', 'else', 'captcha'] as const;

/** Explains in plain words what leaves the browser, and what does not. */
export function Privacy() {
  const text = useText();
  return (
    <section>
      <SectionHead title={text('plugin.privacy')} />
      <Text as="h3" m={[12, 0, 4]} font="small" weight={600}>
        {text('plugin.reads')}
      </Text>
      <Box as="ul" className="plugin-text" m={0} p={0}>
        {reads.map((each) => (
          <Row as="li" gap={8} p={[2, 0]} font="small" tone="ink2" key={each}>
            <span className="tone-green">
              <Icon name="check" size={15} />
            </span>
            {text(`plugin.reads.${each}`)}
          </Row>
        ))}
      </Box>
      <Text as="h3" m={[12, 0, 4]} font="small" weight={600}>
        {text('plugin.never')}
      </Text>
      <Box as="ul" className="plugin-text" m={0} p={0}>
        {never.map((each) => (
          <Row as="li" gap={8} p={[2, 0]} font="small" tone="ink2" key={each}>
            <span className="tone-red">
              <Icon name="close" size={15} />
            </span>
            {text(`plugin.never.${each}`)}
          </Row>
        ))}
      </Box>
    </section>
  );
}
