/**
 * What the practice shop's images can show, as the content of a 200 by 200 drawing with its ground at y = 155. `{+20}`
 * is the product's own colour lightened by 20 %, `{-35}` darkened by 35 %; `#good` is its shaded body.
 */
export const drawings = {
  backpack: `
    <path d="M82 50c0-24 36-24 36 0" fill="none" stroke="{-45}" stroke-width="7"/>
    <path d="M58 84c0-28 18-40 42-40s42 12 42 40v54c0 12-8 18-18 18H76c-10 0-18-6-18-18z" fill="url(#good)"/>
    <path d="M62 92c24-10 52-10 76 0" fill="none" stroke="{-45}" stroke-width="3"/>
    <path d="M72 108h56v32c0 6-4 10-10 10H82c-6 0-10-4-10-10z" fill="{-25}"/>
    <path d="M72 116h56" stroke="{+30}" stroke-width="2.5"/>
    <rect x="95" y="112" width="10" height="16" rx="2" fill="#d8b37a"/>
    <path d="M64 70c4-14 14-20 24-22" stroke="#fff" stroke-width="3" opacity=".3" fill="none" stroke-linecap="round"/>
  `,
  blanket: `
    <g><rect x="46" y="116" width="108" height="30" rx="13" fill="url(#good)"/>
    <path d="M58 131h84" stroke="{-30}" stroke-width="2" opacity=".35"/></g><g>
    <rect x="48" y="88" width="104" height="30" rx="13" fill="{+30}"/>
    <path d="M60 103h80" stroke="{-30}" stroke-width="2" opacity=".35"/></g><g>
    <rect x="50" y="60" width="100" height="30" rx="13" fill="url(#good)"/>
    <path d="M62 75h76" stroke="{-30}" stroke-width="2" opacity=".35"/></g>
    <g stroke="{-25}" stroke-width="3" stroke-linecap="round"><path d="M60 146v10"/><path d="M70 146v10"/>
    <path d="M80 146v10"/><path d="M90 146v10"/><path d="M100 146v10"/><path d="M110 146v10"/>
    <path d="M120 146v10"/><path d="M130 146v10"/><path d="M140 146v10"/></g>
  `,
  bottle: `
    <rect x="86" y="30" width="28" height="20" rx="5" fill="{-55}"/>
    <path d="M90 24c0-8 20-8 20 0v8H90z" fill="none" stroke="{-55}" stroke-width="5"/>
    <path d="M78 62c0-8 6-12 12-12h20c6 0 12 4 12 12v82c0 6-5 10-10 10H88c-5 0-10-4-10-10z" fill="url(#good)"/>
    <rect x="78" y="132" width="44" height="6" fill="{-35}"/>
    <circle cx="100" cy="96" r="9" fill="none" stroke="#fff" stroke-width="2.4" opacity=".75"/>
    <path d="M86 62v66" stroke="#fff" stroke-width="4" opacity=".28" stroke-linecap="round"/>
  `,
  bowl: `
    <path d="M70 92h92c0 30-18 42-46 42s-46-12-46-42z" fill="{-25}"/>
    <ellipse cx="116" cy="92" rx="46" ry="9" fill="{+5}"/>
    <path d="M36 108h96c0 32-20 46-48 46s-48-14-48-46z" fill="url(#good)"/>
    <ellipse cx="84" cy="108" rx="48" ry="10" fill="{+45}"/>
    <ellipse cx="84" cy="110" rx="40" ry="7" fill="{+10}"/>
  `,
  candle: `
    <path d="M100 40c7 9 9 16 0 22-9-6-7-13 0-22z" fill="#ffc46b"/>
    <path d="M100 48c4 5 4 9 0 13-4-4-4-8 0-13z" fill="#fff3d0"/>
    <path d="M100 60v14" stroke="#5b4a3a" stroke-width="2.4"/>
    <rect x="62" y="74" width="76" height="78" rx="9" fill="url(#good)"/>
    <ellipse cx="100" cy="76" rx="38" ry="7" fill="{+50}"/>
    <rect x="76" y="98" width="48" height="34" rx="2" fill="#fbf7ef"/>
    <path d="M86 110h28M90 118h20" stroke="#8c8577" stroke-width="2"/>
  `,
  chair: `
    <g stroke="#8a633f" stroke-width="7" stroke-linecap="round">
    <path d="M66 122l-8 32M134 122l8 32M80 122l-3 28M120 122l3 28"/></g>
    <path d="M60 56c0-14 10-20 40-20s40 6 40 20l-6 52H66z" fill="url(#good)"/>
    <path d="M50 96c0-10 14-10 16 0l3 12h62l3-12c2-10 16-10 16 0v22c0 6-4 10-10 10H60c-6 0-10-4-10-10z" fill="{-20}"/>
    <rect x="66" y="100" width="68" height="16" rx="8" fill="{+10}"/>
    <path d="M84 44v54M100 42v58M116 44v54" stroke="{-25}" stroke-width="1.6" opacity=".6"/>
  `,
  clock: `
    <circle cx="100" cy="98" r="56" fill="url(#good)"/><circle cx="100" cy="98" r="46" fill="#fcfbf8"/>
    <rect x="98.6" y="57" width="3.2" height="9" fill="#59616b" transform="rotate(0 100 98)"/>
    <rect x="98.6" y="57" width="2" height="6" fill="#59616b" transform="rotate(30 100 98)"/>
    <rect x="98.6" y="57" width="2" height="6" fill="#59616b" transform="rotate(60 100 98)"/>
    <rect x="98.6" y="57" width="3.2" height="9" fill="#59616b" transform="rotate(90 100 98)"/>
    <rect x="98.6" y="57" width="2" height="6" fill="#59616b" transform="rotate(120 100 98)"/>
    <rect x="98.6" y="57" width="2" height="6" fill="#59616b" transform="rotate(150 100 98)"/>
    <rect x="98.6" y="57" width="3.2" height="9" fill="#59616b" transform="rotate(180 100 98)"/>
    <rect x="98.6" y="57" width="2" height="6" fill="#59616b" transform="rotate(210 100 98)"/>
    <rect x="98.6" y="57" width="2" height="6" fill="#59616b" transform="rotate(240 100 98)"/>
    <rect x="98.6" y="57" width="3.2" height="9" fill="#59616b" transform="rotate(270 100 98)"/>
    <rect x="98.6" y="57" width="2" height="6" fill="#59616b" transform="rotate(300 100 98)"/>
    <rect x="98.6" y="57" width="2" height="6" fill="#59616b" transform="rotate(330 100 98)"/>
    <path d="M100 98V70M100 98l20 12" stroke="#2b323a" stroke-width="4" stroke-linecap="round"/>
    <circle cx="100" cy="98" r="4" fill="{-5}"/>
  `,
  headphones: `
    <path d="M52 108c0-44 20-64 48-64s48 20 48 64" fill="none" stroke="{-25}" stroke-width="10" stroke-linecap="round"/>
    <path d="M56 100c2-34 20-50 44-50" fill="none" stroke="#fff" opacity=".35" stroke-width="3"/>
    <rect x="40" y="98" width="26" height="48" rx="13" fill="url(#good)"/>
    <rect x="134" y="98" width="26" height="48" rx="13" fill="url(#good)"/>
    <rect x="60" y="102" width="12" height="40" rx="6" fill="{-50}"/>
    <rect x="128" y="102" width="12" height="40" rx="6" fill="{-50}"/>
  `,
  lamp: `
    <rect x="96" y="92" width="8" height="56" fill="#b9a27c"/>
    <ellipse cx="100" cy="152" rx="30" ry="7" fill="#a58d66"/>
    <ellipse cx="100" cy="149" rx="30" ry="7" fill="#c9b48d"/>
    <path d="M76 42h48l24 56c-30 9-66 9-96 0z" fill="url(#good)"/>
    <ellipse cx="100" cy="98" rx="47" ry="8" fill="{+60}"/>
    <ellipse cx="100" cy="42" rx="24" ry="4" fill="{-20}"/>
    <path d="M62 104l76 0 18 44H44z" fill="#ffe9b0" opacity=".28"/>
  `,
  mug: `
    <path d="M132 82c34-6 40 50-2 50" fill="none" stroke="{-25}" stroke-width="11" stroke-linecap="round"/>
    <path d="M58 66h78v66c0 14-10 22-22 22H80c-13 0-22-8-22-22z" fill="url(#good)"/>
    <ellipse cx="97" cy="66" rx="39" ry="9" fill="{+30}"/>
    <ellipse cx="97" cy="68" rx="33" ry="6.5" fill="{-50}"/>
    <path d="M58 112c26 8 52 8 78 0v20c0 14-10 22-22 22H80c-13 0-22-8-22-22z" fill="{-35}" opacity=".55"/>
  `,
  planter: `
    <g>
    <path d="M100 98c-12-20-12-42 0-62 12 20 12 42 0 62z" transform="rotate(-52 100 100)" fill="#4f8a5b"/>
    <path d="M100 98c-12-20-12-42 0-62 12 20 12 42 0 62z" transform="rotate(-30 100 100)" fill="#69a26d"/>
    <path d="M100 98c-12-20-12-42 0-62 12 20 12 42 0 62z" transform="rotate(-8 100 100)" fill="#3f7a50"/>
    <path d="M100 98c-12-20-12-42 0-62 12 20 12 42 0 62z" transform="rotate(14 100 100)" fill="#5b9663"/>
    <path d="M100 98c-12-20-12-42 0-62 12 20 12 42 0 62z" transform="rotate(36 100 100)" fill="#76ad78"/>
    <path d="M100 98c-12-20-12-42 0-62 12 20 12 42 0 62z" transform="rotate(56 100 100)" fill="#478456"/>
    </g><path d="M66 100h68l-8 48c-1 4-4 6-8 6H82c-4 0-7-2-8-6z" fill="url(#good)"/>
    <rect x="62" y="94" width="76" height="14" rx="4" fill="{+10}"/>
  `,
  sneaker: `
    <g transform="translate(0 9)">
    <path d="M38 128c0-16 4-34 10-44l22 6c6 14 22 24 46 28 24 4 44 8 46 22z" fill="url(#good)"/>
    <path d="M36 128h128c2 10-2 18-10 18H46c-8 0-11-8-10-18z" fill="#fbfbf9"/>
    <path d="M36 136h128" stroke="#d9dadc" stroke-width="2"/>
    <g stroke="#fff" stroke-width="4.4" stroke-linecap="round">
    <path d="M84 100l-9 12M96 108l-8 11M109 114l-7 10"/></g>
    <path d="M48 86c-6 14-7 26-7 40l20 1c-4-14-2-28 6-36z" fill="{-30}"/>
    <path d="M126 122c14 2 28 6 34 14" stroke="{-35}" stroke-width="2.6" fill="none"/></g>
  `,
  sunglasses: `
    <path d="M30 82c10-4 16-4 20-2M170 82c-10-4-16-4-20-2" stroke="{-35}" stroke-width="6" fill="none" stroke-linecap="round"/>
    <path d="M46 78h46v18c0 18-10 28-23 28s-25-10-25-30z" fill="url(#good)" stroke="{-50}" stroke-width="5"/>
    <path d="M154 78h-46v18c0 18 10 28 23 28s25-10 25-30z" fill="url(#good)" stroke="{-50}" stroke-width="5"/>
    <path d="M92 84c4-5 12-5 16 0" stroke="{-50}" stroke-width="5" fill="none"/>
    <path d="M54 88l16-4M118 88l16-4" stroke="#fff" stroke-width="4" opacity=".5" stroke-linecap="round"/>
  `,
  teapot: `
    <path d="M60 102c-14-4-22-12-30-22l10-4c8 8 16 10 26 10z" fill="{-20}"/>
    <path d="M138 92c30-8 30 36-4 36" fill="none" stroke="{-35}" stroke-width="8"/>
    <path d="M56 108c0-28 20-40 44-40s44 12 44 40-20 44-44 44-44-16-44-44z" fill="url(#good)"/>
    <path d="M72 76c6-10 50-10 56 0-14 6-42 6-56 0z" fill="{+10}"/>
    <circle cx="100" cy="62" r="7" fill="{-35}"/>
    <path d="M68 98c4-12 12-18 22-20" stroke="#fff" stroke-width="4" opacity=".35" fill="none" stroke-linecap="round"/>
  `,
  tent: `
    <path d="M100 46L34 148h132z" fill="url(#good)"/><path d="M100 46L66 148h68z" fill="{-45}"/>
    <path d="M100 46l-34 102h20z" fill="{+25}"/><path d="M100 46l34 102h-20z" fill="{-15}"/>
    <path d="M100 46l-2-12M34 148l-10 6M166 148l10 6" stroke="#7a6a55" stroke-width="3.4" stroke-linecap="round"/>
  `,
  tote: `
    <path d="M76 84V58c0-26 48-26 48 0v26" fill="none" stroke="{-35}" stroke-width="6"/>
    <path d="M54 78h92l8 70c0 4-2 6-6 6H52c-4 0-6-2-6-6z" fill="url(#good)"/>
    <path d="M56 86h88" stroke="{-25}" stroke-width="2" stroke-dasharray="5 3"/>
    <path d="M82 122c0-14 8-20 18-20s18 6 18 20M90 122c0-8 4-12 10-12s10 4 10 12" stroke="{-50}" stroke-width="2.6" fill="none"/>
    <circle cx="100" cy="122" r="3.4" fill="{-50}"/>
  `,
  vase: `
    <g stroke="#7d8a5c" stroke-width="2.6" fill="none" stroke-linecap="round">
    <path d="M99 80C96 58 84 44 74 34M101 80c2-26 12-38 24-48M100 80V28"/></g>
    <ellipse cx="74" cy="34" rx="6.5" ry="4" transform="rotate(0 74 34)" fill="#8b9a66"/>
    <ellipse cx="82" cy="46" rx="6.5" ry="4" transform="rotate(47 82 46)" fill="#a3b07c"/>
    <ellipse cx="125" cy="32" rx="6.5" ry="4" transform="rotate(94 125 32)" fill="#8b9a66"/>
    <ellipse cx="116" cy="44" rx="6.5" ry="4" transform="rotate(141 116 44)" fill="#a3b07c"/>
    <ellipse cx="100" cy="28" rx="6.5" ry="4" transform="rotate(188 100 28)" fill="#8b9a66"/>
    <ellipse cx="92" cy="54" rx="6.5" ry="4" transform="rotate(235 92 54)" fill="#a3b07c"/>
    <ellipse cx="109" cy="56" rx="6.5" ry="4" transform="rotate(282 109 56)" fill="#8b9a66"/>
    <ellipse cx="68" cy="44" rx="6.5" ry="4" transform="rotate(329 68 44)" fill="#a3b07c"/>
    <ellipse cx="130" cy="46" rx="6.5" ry="4" transform="rotate(376 130 46)" fill="#8b9a66"/>
    <path d="M88 78h24c-1 14 4 18 14 28 12 14 12 34-4 46H78c-16-12-16-32-4-46 10-10 15-14 14-28z" fill="url(#good)"/>
    <ellipse cx="100" cy="78" rx="12" ry="3.4" fill="{-45}"/>
    <path d="M72 118c18 6 38 6 56 0" stroke="{-20}" stroke-width="2" fill="none" opacity=".7"/>
  `,
  watch: `
    <path d="M82 30h36l4 36H78zM82 168h36l4-36H78z" fill="{-25}"/>
    <rect x="62" y="60" width="76" height="78" rx="22" fill="#39424d"/>
    <rect x="69" y="67" width="62" height="64" rx="16" fill="url(#good)"/>
    <circle cx="100" cy="99" r="20" fill="none" stroke="#fff" stroke-width="5" opacity=".35"/>
    <path d="M100 79a20 20 0 0 1 19 26" stroke="#fff" stroke-width="5" fill="none" stroke-linecap="round"/>
    <rect x="138" y="90" width="6" height="16" rx="3" fill="#39424d"/>
  `,
} as const;

export type Drawing = keyof typeof drawings;
