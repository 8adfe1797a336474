import { Radio, Segmented, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { colourPresets } from '../../../lib/kept/colour-presets.ts';
import { changeDisplay } from '../../../lib/kept/display-settings.ts';
import { useSetting } from '../../../lib/kept/settings.ts';
import { languageNames, languages, showLanguage, useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';

const themes = [
  { value: 'light', label: 'app.setting.pagestyle.light' },
  { value: 'dark', label: 'app.setting.pagestyle.dark' },
  { value: 'realDark', label: 'app.setting.pagestyle.realdark' },
] as const;
const densities = ['comfortable', 'compact'] as const;

/** How this browser shows the console. Every choice applies at once. */
export default function CustomSettings() {
  const text = useText();
  const { language } = useTexts();
  const [density, setDensity] = useSetting('table_density');
  const [weak] = useSetting('weak');
  return (
    <section>
      <SectionHead title={text('account.settings.menuMap.custom')} note={text('account.custom.here')} />
      <div className="settings-rows">
        <Choice title={text('app.setting.pagestyle')} wide>
          {(labelled) => <ThemeChoice labelled={labelled} />}
        </Choice>
        <Choice title={text('app.setting.themecolor')} wide>
          {(labelled) => <ColourChoice labelled={labelled} />}
        </Choice>
        <Choice title={text('account.custom.language')}>
          {(labelled) => (
            <Select
              aria-labelledby={labelled}
              className="custom-select"
              value={language}
              onChange={(chosen) => void showLanguage(chosen)}
              options={languages.map((each) => ({
                value: each,
                label: <span lang={each}>{languageNames[each]}</span>,
              }))}
            />
          )}
        </Choice>
        <Choice title={text('account.custom.density')} note={text('account.custom.density.note')}>
          {(labelled) => (
            <Segmented
              aria-labelledby={labelled}
              value={density}
              onChange={setDensity}
              options={densities.map((each) => ({
                value: each,
                label: text(`account.custom.density.${each}`),
              }))}
            />
          )}
        </Choice>
        <Choice title={text('app.setting.weakmode')} note={text('account.custom.weak.note')}>
          {(labelled) => (
            <Switch
              aria-labelledby={labelled}
              checked={weak === 'true'}
              onChange={(on) => changeDisplay('weak', String(on))}
            />
          )}
        </Choice>
      </div>
    </section>
  );
}

interface ChoiceProps {
  title: string;
  note?: string;
  /** The control is below its name. */
  wide?: boolean;
  children(labelledBy: string): ReactNode;
}

function Choice({ title, note, wide = false, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className={wide ? 'settings-row wide' : 'settings-row'}>
      <div className="settings-row-text">
        <span className="settings-row-title" id={id}>
          {title}
        </span>
        {note !== undefined && <span className="settings-row-value">{note}</span>}
      </div>
      {children(id)}
    </div>
  );
}

function ThemeChoice({ labelled }: { labelled: string }) {
  const text = useText();
  const [theme] = useSetting('nav_theme');
  return (
    <Radio.Group
      aria-labelledby={labelled}
      className="theme-choices"
      value={theme}
      onChange={({ target }) => changeDisplay('nav_theme', String(target.value))}
    >
      {themes.map(({ value, label }) => (
        <Radio key={value} value={value} className="theme-choice">
          <Row
            as="span"
            className={`theme-sample ${value}`}
            radius="s"
            inline
            overflow="hidden"
            w={40}
            h={26}
            aria-hidden="true"
          >
            <span />
            <span />
          </Row>
          <span>{text(label)}</span>
        </Radio>
      ))}
    </Radio.Group>
  );
}

function ColourChoice({ labelled }: { labelled: string }) {
  const text = useText();
  const [colour] = useSetting('color');
  return (
    <Radio.Group
      aria-labelledby={labelled}
      className="colour-choices"
      value={colour.toLowerCase()}
      onChange={({ target }) => changeDisplay('color', String(target.value))}
    >
      {colourPresets.map(({ name, seed }) => (
        <Radio key={name} value={seed} className="colour-choice">
          <Box as="span" w={16} h={16} radius="round" style={{ background: seed }} aria-hidden="true" />
          <span>{text(`app.setting.themecolor.${name}`)}</span>
        </Radio>
      ))}
    </Radio.Group>
  );
}
