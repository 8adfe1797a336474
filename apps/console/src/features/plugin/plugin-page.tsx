import { useState } from 'react';
import { useMay } from '../../lib/person/session.ts';
import { compareVersions, usePluginInBrowser } from '../../lib/plugin.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonBlock } from '../../ui/feedback/skeleton.tsx';
import { Grid, Stack } from '../../ui/layout/box.tsx';
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
      <Grid oneUnder={992} columns="minmax(0, 1fr) 320px" gap={[28, 36]} align="start">
        <Stack gap={28} shrink>
          <Stack as="section" className="box plugin-top" gap={18} aria-label={text('plugin.here')}>
            <PluginState plugin={plugin} info={info.data} />
            {info.data !== undefined ? (
              <DownloadBox info={info.data} main={!newest && !connects} />
            ) : info.isError ? (
              <SectionFault failure={info.error} onRetry={() => void info.refetch()} />
            ) : (
              <SkeletonBlock width="100%" height={84} />
            )}
          </Stack>
          <InstallSteps version={info.data?.version ?? null} />
        </Stack>
        <Stack as="aside" gap={28} shrink aria-label={text('plugin.about')}>
          {may('collect', 'add') && <HandPairing onRequested={() => setPairing(true)} />}
          <PairedBrowsers watch={pairing} />
          {info.data !== undefined && <SitesRead sites={info.data.sites} />}
          <Privacy />
        </Stack>
      </Grid>
    </div>
  );
}
