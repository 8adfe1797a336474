import { generate } from '@ant-design/colors';
import type { ThemeConfig } from 'antd';
import { theme as antd } from 'antd';

/** Step of each seed's colour ramp that is dark enough to read on white; steps count from 1. */
const readSteps: Record<string, number> = {
  '#1890ff': 7,
  '#f5222d': 7,
  '#fa541c': 8,
  '#faad14': 9,
  '#13c2c2': 8,
  '#52c41a': 8,
  '#2f54eb': 6,
  '#722ed1': 6,
};

export const defaultSeed = '#1890ff';

/** The available primary colours, the default first. */
export const presets = Object.keys(readSteps);

export interface PrimaryColours {
  /** For visible shapes: fills, underlines, focus. */
  seed: string;
  /** For text: links. In dark mode a light step. */
  read: string;
  /** Background of solid buttons, under white text in both modes. */
  solid: string;
  solidHover: string;
}

export function primaryColours(chosen: string, dark: boolean): PrimaryColours {
  const seed = chosen.toLowerCase() in readSteps ? chosen.toLowerCase() : defaultSeed;
  const light = generate(seed);
  const step = readSteps[seed] ?? 7;
  const solid = light[step - 1] ?? seed;
  const read = dark ? (generate(seed, { theme: 'dark', backgroundColor: '#14181f' })[7] ?? seed) : solid;
  return { seed, read, solid, solidHover: light[Math.min(step, light.length - 1)] ?? solid };
}

interface Ground {
  bg: string;
  canvas: string;
  sunk: string;
  raised: string;
  line: string;
  line2: string;
  t1: string;
  t2: string;
  t3: string;
  t4: string;
  green: string;
  amber: string;
  red: string;
}

const light: Ground = {
  bg: '#ffffff',
  canvas: '#f5f7f9',
  sunk: '#f0f3f6',
  raised: '#ffffff',
  line: '#e8ecf0',
  line2: '#d5dbe2',
  t1: '#12181f',
  t2: '#5b6775',
  t3: '#616d7b',
  t4: '#7f8a97',
  green: '#0f7a47',
  amber: '#a84b06',
  red: '#c22b33',
};

const dark: Ground = {
  bg: '#14181f',
  canvas: '#0e1116',
  sunk: '#0e1116',
  raised: '#1b2028',
  line: '#242b34',
  line2: '#333c47',
  t1: '#e8ecf1',
  t2: '#a3aebb',
  t3: '#8792a0',
  t4: '#6c7784',
  green: '#4cc38a',
  amber: '#f2a93b',
  red: '#ff7b7b',
};

const weakLight = { green: '#00558c', amber: '#7a4b00', red: '#a1124f', line2: light.t3 };
const weakDark = { green: '#6cc4ff', amber: '#ffc24d', red: '#ff8fb4', line2: dark.t3 };

export interface ThemeChoice {
  dark: boolean;
  weak: boolean;
  color: string;
  /** Touch layout for phones: taller controls. */
  touch: boolean;
  /** Motion is off: antd must then not wait for the end of an animation that never starts. */
  still: boolean;
}

/** Returns antd's theme with our colours, type and sizes. Its values match our own CSS variables. */
export function antdTheme(choice: ThemeChoice): ThemeConfig {
  const ground = {
    ...(choice.dark ? dark : light),
    ...(choice.weak ? (choice.dark ? weakDark : weakLight) : {}),
  };
  const primary = primaryColours(choice.color, choice.dark);
  const solid = {
    colorPrimary: primary.solid,
    colorPrimaryHover: primary.solidHover,
    colorPrimaryActive: primary.solidHover,
  };
  const pressedRed = `color-mix(in srgb, ${ground.red} 82%, ${choice.dark ? 'white' : 'black'})`;
  const danger = {
    colorError: ground.red,
    colorErrorHover: pressedRed,
    colorErrorActive: pressedRed,
    // The reds of the dark theme are light: white text on them would be unreadable.
    dangerColor: choice.dark ? dark.bg : light.bg,
  };
  return {
    algorithm: choice.dark ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      colorPrimary: primary.seed,
      colorLink: primary.read,
      colorLinkHover: primary.read,
      colorInfo: primary.seed,
      colorSuccess: ground.green,
      colorWarning: ground.amber,
      colorError: ground.red,
      colorTextBase: ground.t1,
      colorBgBase: ground.bg,
      colorBgContainer: ground.bg,
      colorBgLayout: ground.canvas,
      colorBgElevated: ground.raised,
      colorBorder: ground.line2,
      colorBorderSecondary: ground.line,
      colorSplit: ground.line,
      colorText: ground.t1,
      colorTextSecondary: ground.t2,
      colorTextTertiary: ground.t3,
      colorTextQuaternary: ground.t4,
      colorTextPlaceholder: ground.t3,
      colorTextDisabled: ground.t3,
      fontSize: 14,
      lineHeight: 22 / 14,
      fontFamily: 'var(--font)',
      fontFamilyCode: 'var(--mono)',
      borderRadius: 8,
      borderRadiusLG: 12,
      borderRadiusSM: 6,
      controlHeight: choice.touch ? 40 : 34,
      controlHeightSM: choice.touch ? 40 : 28,
      controlHeightLG: 42,
      boxShadow: 'var(--shadow)',
      boxShadowSecondary: 'var(--shadow)',
      motion: !choice.still,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.2s',
      controlOutlineWidth: 2,
    },
    components: {
      Button: {
        ...solid,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        ...danger,
        fontWeight: 500,
        paddingInlineSM: 10,
      },
      Checkbox: { colorPrimary: primary.solid, colorPrimaryHover: primary.solidHover, borderRadiusSM: 4 },
      Radio: { colorPrimary: primary.solid, colorPrimaryHover: primary.solidHover },
      Switch: { colorPrimary: primary.solid, colorPrimaryHover: primary.solidHover },
      // The name of the chosen entry must be readable as text.
      Dropdown: { colorPrimary: primary.read },
      Segmented: { trackBg: ground.sunk, trackPadding: 3 },
      Tabs: { itemSelectedColor: primary.read, horizontalItemPadding: '10px 0', horizontalItemGutter: 24 },
      Input: { activeShadow: `0 0 0 3px color-mix(in srgb, ${primary.seed} 16%, transparent)` },
    },
  };
}
