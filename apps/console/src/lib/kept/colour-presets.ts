/** The available primary colours, by name; the default first, then the seven of the settings drawer. */
export const colourPresets = [
  { name: 'daybreak', seed: '#1890ff' },
  { name: 'dust', seed: '#f5222d' },
  { name: 'volcano', seed: '#fa541c' },
  { name: 'sunset', seed: '#faad14' },
  { name: 'cyan', seed: '#13c2c2' },
  { name: 'green', seed: '#52c41a' },
  { name: 'geekblue', seed: '#2f54eb' },
  { name: 'purple', seed: '#722ed1' },
] as const;
