import { type ReactNode, useState } from 'react';
import { useText } from '../../lib/text.ts';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { TabRow } from '../../ui/layout/tab-row.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
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
      <ol className="plugin-step-list">
        {installSteps.map((step, index) => (
          <li key={step} className="plugin-step">
            {figureOf(step, browser, `bowerbird-plugin-${version ?? ''}.zip`.replace('-.zip', '.zip'))}
            <div className="plugin-step-text">
              <span className="plugin-step-number" aria-hidden="true">
                {index + 1}
              </span>
              <div>
                <h3 className="plugin-step-title">{text(`plugin.step.${step}`)}</h3>
                <p className="plugin-step-how">
                  {text(`plugin.step.${step}.how`, {
                    developer: text(`plugin.in.${browser}.developer`),
                    load: text(`plugin.in.${browser}.load`),
                  })}
                </p>
                {step === 'open' && <CopyButton value={`${browser}://extensions`} />}
              </div>
            </div>
          </li>
        ))}
      </ol>
      <p className="plugin-step-after">{text('plugin.steps.update')}</p>
      <p className="plugin-step-after">{text('plugin.steps.browsers')}</p>
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
