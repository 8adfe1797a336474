type Attributes = Record<string, string | boolean | null>;

/**
 * Creates an element without parsing markup, which pages may forbid. `true` sets an attribute, `null` and `false` leave
 * it out.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  setAll(made, attributes);
  made.append(...inside);
  return made;
}

/** Creates a drawing of 24 units, or of `size`. */
export function drawing(size: number, ...parts: [name: string, Attributes][]): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  setAll(svg, { viewBox: `0 0 ${size} ${size}`, fill: 'none', 'aria-hidden': 'true', focusable: 'false' });
  for (const [name, attributes] of parts) {
    const part = document.createElementNS('http://www.w3.org/2000/svg', name);
    setAll(part, attributes);
    svg.append(part);
  }
  return svg;
}

function setAll(made: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) {
      made.setAttribute(name, value === true ? '' : value);
    }
  }
}
