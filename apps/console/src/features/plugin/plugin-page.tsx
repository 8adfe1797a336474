import { useState } from 'react';
import { compareVersions, usePluginInBrowser } from '../../lib/plugin.ts';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonBlock } from '../../ui/feedback/skeleton.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { DownloadBox } from './download-box.tsx';
import { HandPairing } from './hand-pairing.tsx';
import { InstallSteps } from './install-steps.tsx';
import { PairedBrowsers } from './paired-browsers.tsx';
import { PluginState } from './plugin-state.tsx';
import { usePluginInfo } from './queries.ts';
import { Privacy, SitesRead } from './what-it-reads.tsx';
import './plugin.css';

/** The browser plugin: the file, its installation, whether it is installed, and what it may do. */
export default function PluginPage() {
  const text = useText();
  const may = useMay();
  const info = usePluginInfo();
  const { data: plugin } = usePluginInBrowser(true);
  const [pairing, setPairing] = useState(false);
  const newest = plugin && info.data && compareVersions(plugin.version, info.data.version) >= 0;
  const connects = plugin?.paired === false && may('collect', 'add');

  return (
    <div className="page reading">
      <PageHead title={text('plugin.title')} hint={text('plugin.hint')} />
      <div className="plugin-columns">
        <div className="plugin-main">
          <section className="box plugin-top" aria-label={text('plugin.here')}>
            <PluginState plugin={plugin} info={info.data} />
            {info.data !== undefined ? (
              <DownloadBox info={info.data} main={!newest && !connects} />
            ) : info.isError ? (
              <SectionFault failure={info.error} onRetry={() => void info.refetch()} />
            ) : (
              <SkeletonBlock width="100%" height={84} />
            )}
          </section>
          <InstallSteps version={info.data?.version ?? null} />
        </div>
        <aside className="plugin-side" aria-label={text('plugin.about')}>
          {may('collect', 'add') && <HandPairing onRequested={() => setPairing(true)} />}
          <PairedBrowsers watch={pairing} />
          {info.data !== undefined && <SitesRead sites={info.data.sites} />}
          <Privacy />
        </aside>
      </div>
    </div>
  );
}
