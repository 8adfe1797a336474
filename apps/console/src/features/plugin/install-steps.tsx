import { type ReactNode, useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Box, Grid, Row } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { TabRow } from '../../ui/layout/tab-row.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { Text } from '../../ui/text/text.tsx';
import {
  AddressFigure,
  ConnectFigure,
  DownloadFigure,
  LoadFigure,
  PinFigure,
  SwitchFigure,
  UnzipFigure,
} from './step-figures.tsx';
import { type BrowserName, browserHere, browserNames, type InstallStep, installSteps } from './steps.ts';

interface InstallStepsProps {
  /** Version of the offered plugin; null until known. */
  version: string | null;
}

/** Seven steps with their illustrations, in the terms of the person's own browser. */
export function InstallSteps({ version }: InstallStepsProps) {
  const text = useText();
  const [browser, setBrowser] = useState<BrowserName>(() => browserHere(navigator.userAgent));
  return (
    <section className="plugin-steps" aria-label={text('plugin.steps')}>
      <SectionHead bare title={text('plugin.steps')} />
      <TabRow<BrowserName>
        label={text('plugin.steps.browser')}
        value={browser}
        onChange={setBrowser}
        tabs={browserNames.map((name) => ({ key: name, title: text(`plugin.in.${name}`) }))}
      />
      <Grid
        as="ol"
        columns="repeat(auto-fill, minmax(min(300px, 100%), 1fr))"
        gap={[28, 24]}
        m={[18, 0, 0]}
        p={0}
      >
        {installSteps.map((step, index) => (
          <Box as="li" key={step} className="plugin-step" shrink>
            {figureOf(step, browser, `bowerbird-plugin-${version ?? ''}.zip`.replace('-.zip', '.zip'))}
            <Row className="plugin-step-text" gap={10} mt={10}>
              <Box
                as="span"
                className="plugin-step-number"
                rigid
                w={22}
                h={22}
                radius="round"
                weight={600}
                textAlign="center"
                tone="t1"
                ground="sunk"
                aria-hidden="true"
              >
                {index + 1}
              </Box>
              <div>
                <Text as="h3" font="body" weight={600}>
                  {text(`plugin.step.${step}`)}
                </Text>
                <Text as="p" font="small" tone="t2">
                  {text(`plugin.step.${step}.how`, {
                    developer: text(`plugin.in.${browser}.developer`),
                    load: text(`plugin.in.${browser}.load`),
                  })}
                </Text>
                {step === 'open' && <CopyButton value={`${browser}://extensions`} />}
              </div>
            </Row>
          </Box>
        ))}
      </Grid>
      <Text as="p" className="plugin-step-after" mt={18} font="small" tone="t2">
        {text('plugin.steps.update')}
      </Text>
      <Text as="p" className="plugin-step-after" mt={18} font="small" tone="t2">
        {text('plugin.steps.browsers')}
      </Text>
    </section>
  );
}

const folder = 'bowerbird-plugin';

function figureOf(step: InstallStep, browser: BrowserName, file: string): ReactNode {
  switch (step) {
    case 'download':
      return <DownloadFigure file={file} />;
    case 'unzip':
      return <UnzipFigure folder={folder} />;
    case 'open':
      return <AddressFigure browser={browser} />;
    case 'developer':
      return <SwitchFigure browser={browser} />;
    case 'load':
      return <LoadFigure browser={browser} folder={folder} />;
    case 'pin':
      return <PinFigure />;
    case 'connect':
      return <ConnectFigure host={location.host} />;
  }
}
