import { drawing } from './element.ts';

const line = {
  stroke: 'currentColor',
  'stroke-width': '2',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
};
const stick = { stroke: 'currentColor', 'stroke-width': '2.1', 'stroke-linecap': 'round' };

/** The bower and its berry. */
export const logo = (): SVGSVGElement =>
  drawing(
    32,
    ['path', { d: 'M4.6 27.5C3.9 17.5 7 8.6 14.6 4.2', ...stick }],
    ['path', { d: 'M9.2 27.5C8.4 19.6 10.6 12 17 6.6', ...stick }],
    ['path', { d: 'M27.4 27.5C28.1 17.5 25 8.6 17.4 4.2', ...stick }],
    ['path', { d: 'M22.8 27.5C23.6 19.6 21.4 12 15 6.6', ...stick }],
    ['circle', { cx: '16', cy: '23.6', r: '3.9', fill: '#1890ff' }],
  );

export const cross = (): SVGSVGElement => drawing(24, ['path', { d: 'M7 7l10 10M17 7L7 17', ...line }]);
export const tick = (): SVGSVGElement =>
  drawing(24, ['path', { d: 'M5 12.5l4.5 4.5L19 7.5', ...line, 'stroke-width': '2.6' }]);
export const clock = (): SVGSVGElement =>
  drawing(
    24,
    ['circle', { cx: '12', cy: '12', r: '8', ...line }],
    ['path', { d: 'M12 8v4.5l3 1.8', ...line }],
  );
export const warning = (): SVGSVGElement =>
  drawing(24, ['path', { d: 'M12 4.5l8.5 15h-17zM12 10.5v4M12 17.2v.1', ...line }]);
export const spinner = (): SVGSVGElement => drawing(24, ['path', { d: 'M12 4a8 8 0 1 1-8 8', ...line }]);
