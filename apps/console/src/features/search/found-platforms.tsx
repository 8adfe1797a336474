import type { PlatformInfo, PlatformUse } from '@bowerbird/contract/platforms';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format.ts';
import { useMay, useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { usePlatforms } from '../../lib/use-platforms.ts';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { NothingFound } from './more-button.tsx';
import { usePlatformUse } from './queries.ts';

/** The platforms that this server supports, with what each can do and how much it is used. */
export function FoundPlatforms({ words }: { words: string }) {
  const may = useMay();
  const use = usePlatformUse(may('collect', 'query')).data ?? [];
  const wanted = words.toLocaleLowerCase();
  const found = usePlatforms().filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  return found.length === 0 ? (
    <NothingFound words={words} />
  ) : (
    <ul className="search-platforms">
      {found.map((platform) => (
        <FoundPlatform key={platform.id} platform={platform} use={use.find(({ id }) => id === platform.id)} />
      ))}
    </ul>
  );
}

function FoundPlatform({ platform, use }: { platform: PlatformInfo; use: PlatformUse | undefined }) {
  const text = useText();
  const format = useFormat();
  const { navigation } = useSession();
  const group = navigation.find(({ path }) => path === `/platform/${platform.id}`);
  const facts = [
    { what: text('platforms.fact.stores'), value: format.number(use?.stores ?? 0) },
    { what: text('platforms.fact.runs'), value: format.number(use?.collectRuns ?? 0) },
    {
      what: text('platforms.fact.last'),
      value: use?.lastCollectedAt ? format.relative(use.lastCollectedAt) : '—',
    },
  ];
  return (
    <li className="box">
      <div className="search-platform-head">
        <PlatformMark platform={platform.id} size={24} named />
        <h2>
          {group?.redirect === undefined ? platform.name : <Link to={group.redirect}>{platform.name}</Link>}
        </h2>
      </div>
      <p className="caption">
        {[
          platform.collects ? text('platforms.can.collect') : '',
          platform.lists ? text('platforms.can.list') : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <dl className="search-platform-facts">
        {facts.map(({ what, value }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
