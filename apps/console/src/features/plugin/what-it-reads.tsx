import type { PluginInfo } from '@bowerbird/contract/plugin';
import { useText } from '../../lib/text.ts';
import { usePlatforms } from '../../lib/use-platforms.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';

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
      <ul className="plugin-sites">
        {sites.map(({ platform, hosts }) => (
          <li key={platform} className="plugin-site">
            <PlatformMark platform={platform} size={24} named />
            <span>{nameOf(platform)}</span>
            <code className="quiet cut">{hosts.join(', ')}</code>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <p className="plugin-note">
          {text('plugin.sites.others', {
            names: others.map(({ name }) => name).join(text('plugin.between')),
          })}
        </p>
      )}
    </section>
  );
}

const reads = ['goods', 'address', 'click', 'known'] as const;
const never = ['account', 'buyer', 'else', 'captcha'] as const;

/** Explains in plain words what leaves the browser, and what does not. */
export function Privacy() {
  const text = useText();
  return (
    <section>
      <SectionHead title={text('plugin.privacy')} />
      <h3 className="plugin-privacy-head">{text('plugin.reads')}</h3>
      <ul className="plugin-text">
        {reads.map((each) => (
          <li key={each}>
            <span className="tone-green">
              <Icon name="check" size={15} />
            </span>
            {text(`plugin.reads.${each}`)}
          </li>
        ))}
      </ul>
      <h3 className="plugin-privacy-head">{text('plugin.never')}</h3>
      <ul className="plugin-text">
        {never.map((each) => (
          <li key={each}>
            <span className="tone-red">
              <Icon name="close" size={15} />
            </span>
            {text(`plugin.never.${each}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
