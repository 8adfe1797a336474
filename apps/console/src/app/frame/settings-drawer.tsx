import { Button, Segmented, Switch, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { DisplaySetting } from '../../lib/kept/display-settings.ts';
import { changeDisplay, isOpen, readDisplay } from '../../lib/kept/display-settings.ts';
import { useSetting } from '../../lib/kept/settings.ts';
import type { PlainTextKey } from '../../lib/text/text.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice } from '../../ui/feedback/fault-row.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Row, Stack } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { presets } from './theme.ts';
import './settings-drawer.css';

/** Text keys of the available colours in their order: the default, then the seven others. */
const presetNames = [
  'app.setting.themecolor.daybreak',
  'app.setting.themecolor.dust',
  'app.setting.themecolor.volcano',
  'app.setting.themecolor.sunset',
  'app.setting.themecolor.cyan',
  'app.setting.themecolor.green',
  'app.setting.themecolor.geekblue',
  'app.setting.themecolor.purple',
] as const satisfies PlainTextKey[];

/** For developers of the console: tries out its appearance. A built console does not have it. */
export default function SettingsDrawer() {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Row
        as="button"
        type="button"
        className="settings-drawer-handle"
        inline
        align="center"
        justify="center"
        w={24}
        h={44}
        ground="primary-solid"
        aria-label={text('app.drawer.open')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'close' : 'gear'} size={20} />
      </Row>
      <Drawer title={text('app.drawer.title')} open={open} onClose={() => setOpen(false)} width={300}>
        <Choices />
      </Drawer>
    </>
  );
}

function Choices() {
  const text = useText();
  const toast = useToast();
  const copy = async () => {
    await navigator.clipboard.writeText(JSON.stringify(readDisplay(), null, 2));
    toast({ text: text('app.drawer.copyinfo'), state: 'complete' });
  };
  return (
    <Stack className="settings-drawer" gap={20}>
      <Part title={text('app.setting.pagestyle')}>
        <Choice
          name="nav_theme"
          options={[
            ['light', text('app.setting.pagestyle.light')],
            ['dark', text('app.setting.pagestyle.dark')],
            ['realDark', text('app.setting.pagestyle.realdark')],
          ]}
        />
      </Part>
      <Part title={text('app.setting.themecolor')}>
        <Colours />
      </Part>
      <Part title={text('app.drawer.navigationmode')}>
        <Choice
          name="layout"
          options={[
            ['sidemenu', text('app.drawer.sidemenu')],
            ['topmenu', text('app.drawer.topmenu')],
          ]}
        />
      </Part>
      <Part title={text('app.drawer.content-width')}>
        <ContentWidth />
      </Part>
      <Part title={text('app.drawer.othersettings')}>
        <Flag name="fixed_header" label={text('app.drawer.fixedheader')} />
        <Flag
          name="auto_hide_header"
          label={text('app.drawer.hideheader')}
          hint={text('app.drawer.hideheader.hint')}
        />
        <Flag
          name="fixed_sidebar"
          label={text('app.drawer.fixedsidebar')}
          hint={text('app.drawer.fixedsidebar.hint')}
        />
        <Flag name="weak" label={text('app.setting.weakmode')} />
        <Flag name="multi_tab" label={text('app.drawer.multitab')} />
      </Part>
      <Button icon={<Icon name="copy" />} block onClick={() => void copy()}>
        {text('app.drawer.copy')}
      </Button>
      <Notice tone="amber">{text('app.drawer.production.hint')}</Notice>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

interface ChoiceProps {
  name: DisplaySetting;
  options: [value: string, label: string][];
}

function Choice({ name, options }: ChoiceProps) {
  const [value] = useSetting(name);
  return (
    <Segmented
      block
      vertical={options.length > 2}
      value={value}
      options={options.map(([each, label]) => ({ value: each, label }))}
      onChange={(next) => changeDisplay(name, next)}
    />
  );
}

/** A fixed width is only offered with the menu on top, as the layout supports it. */
function ContentWidth() {
  const text = useText();
  const [layout] = useSetting('layout');
  const fixed: [string, string][] =
    layout === 'sidemenu' ? [] : [['Fixed', text('app.drawer.content-width.fixed')]];
  return (
    <Choice name="content_width" options={[...fixed, ['Fluid', text('app.drawer.content-width.fluid')]]} />
  );
}

function Colours() {
  const text = useText();
  const [color] = useSetting('color');
  return (
    <Row className="settings-drawer-colours" wrap gap={8}>
      {presets.map((hex, index) => {
        const name = text(presetNames[index] ?? presetNames[0]);
        return (
          <Tooltip key={hex} title={name}>
            <button
              type="button"
              aria-label={name}
              aria-pressed={color.toLowerCase() === hex}
              style={{ background: hex }}
              onClick={() => changeDisplay('color', hex)}
            >
              {color.toLowerCase() === hex && <Icon name="check" size={14} />}
            </button>
          </Tooltip>
        );
      })}
    </Row>
  );
}

function Flag({ name, label, hint }: { name: DisplaySetting; label: string; hint?: string }) {
  const [value] = useSetting(name);
  useSetting('layout');
  useSetting('fixed_header');
  const open = isOpen(name, readDisplay());
  return (
    <Row className="settings-drawer-flag" align="start" justify="between" gap={12} p={[6, 0]} font="small">
      <span>
        {label}
        {!open && hint !== undefined && <small>{hint}</small>}
      </span>
      <Switch
        size="small"
        aria-label={label}
        checked={value === 'true'}
        disabled={!open}
        onChange={(on) => changeDisplay(name, String(on))}
      />
    </Row>
  );
}
