/** The colours of practice products, by the name used in image addresses. */
export const colours = {
  sand: { name: 'Sand', chinese: '沙色', code: 'SND', hex: '#dbb890' },
  cream: { name: 'Cream', chinese: '奶油白', code: 'CRM', hex: '#e3d5c0' },
  oat: { name: 'Oat', chinese: '燕麦色', code: 'OAT', hex: '#dac6a1' },
  terracotta: { name: 'Terracotta', chinese: '陶土红', code: 'TRC', hex: '#cc9172' },
  walnut: { name: 'Walnut', chinese: '胡桃色', code: 'WAL', hex: '#a97c55' },
  tortoise: { name: 'Tortoise', chinese: '玳瑁色', code: 'TRT', hex: '#725344' },
  amber: { name: 'Amber', chinese: '琥珀色', code: 'AMB', hex: '#d29048' },
  rust: { name: 'Rust', chinese: '铁锈红', code: 'RST', hex: '#b5624a' },
  blush: { name: 'Blush', chinese: '胭脂粉', code: 'BLS', hex: '#d8a5a0' },
  plum: { name: 'Plum', chinese: '梅紫', code: 'PLM', hex: '#7d5a78' },
  sage: { name: 'Sage', chinese: '鼠尾草绿', code: 'SAG', hex: '#829f90' },
  olive: { name: 'Olive', chinese: '橄榄绿', code: 'OLV', hex: '#8a8f5c' },
  forest: { name: 'Forest', chinese: '森林绿', code: 'FOR', hex: '#4b7560' },
  teal: { name: 'Teal', chinese: '青碧', code: 'TEA', hex: '#2a9092' },
  sky_blue: { name: 'Sky Blue', chinese: '天蓝', code: 'SKY', hex: '#95abc7' },
  cobalt: { name: 'Cobalt', chinese: '钴蓝', code: 'COB', hex: '#4985bc' },
  denim: { name: 'Denim', chinese: '牛仔蓝', code: 'DNM', hex: '#4675ac' },
  navy: { name: 'Navy', chinese: '海军蓝', code: 'NVY', hex: '#355881' },
  petrol: { name: 'Petrol', chinese: '石油蓝', code: 'PTR', hex: '#396583' },
  periwinkle: { name: 'Periwinkle', chinese: '长春花蓝', code: 'PRW', hex: '#6276b4' },
  steel: { name: 'Steel', chinese: '钢灰', code: 'STL', hex: '#85a2bc' },
  stone: { name: 'Stone', chinese: '石灰', code: 'STN', hex: '#bdc7cf' },
  slate: { name: 'Slate', chinese: '板岩灰', code: 'SLT', hex: '#536271' },
} as const;

export type Colour = keyof typeof colours;

/** Reports whether the name is the key of a known colour. */
export function isColour(name: string): name is Colour {
  return Object.hasOwn(colours, name);
}
