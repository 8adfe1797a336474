import { type Family, families, lines } from './families.ts';

export type PracticeLanguage = 'en' | 'zh-CN';

/** Returns the texts of the product at this index: title, handle and description. */
export function goodText(
  family: Family,
  index: number,
  language: PracticeLanguage,
): { title: string; handle: string; descriptionHtml: string } {
  const round = Math.floor(index / (families.length * lines.length));
  const lineIndex = lineIndexAt(index);
  const line = lines[lineIndex] ?? lines[0];
  const [noun, nounChinese] = family.nouns[lineIndex % family.nouns.length] ?? ['Good', '商品'];
  const number = round === 0 ? '' : ` No. ${round + 1}`;
  const handle = `${line} ${noun}`.toLowerCase().replaceAll(' ', '-') + (round === 0 ? '' : `-${round + 1}`);
  const title = language === 'zh-CN' ? `${line} ${nounChinese}${number}` : `${line} ${noun}${number}`;
  return { title, handle, descriptionHtml: descriptionOf(family, line, noun) };
}

/** Returns the line of the product at this index; neighbours have different lines, and no family has a line twice. */
export function lineIndexAt(index: number): number {
  return (Math.floor(index / families.length) + (index % families.length) * 5) % lines.length;
}

const placeByName = new Map<string, number>();

/** Returns the index of the product with this handle, in any language; null when no product can have it. */
export function indexOfHandle(handle: string): number | null {
  if (placeByName.size === 0) {
    for (let index = 0; index < families.length * lines.length; index += 1) {
      const family = families[index % families.length];
      if (family) {
        placeByName.set(goodText(family, index, 'en').handle, index);
      }
    }
  }
  const named = placeByName.get(handle);
  if (named !== undefined) {
    return named;
  }
  const numbered = /^(?<name>.+)-(?<round>[1-9]\d{0,6})$/.exec(handle)?.groups;
  const place = placeByName.get(numbered?.name ?? '');
  const round = Number(numbered?.round ?? 0);
  return place === undefined || round < 2 ? null : (round - 1) * placeByName.size + place;
}

function descriptionOf(family: Family, line: string, noun: string): string {
  const kind = noun.toLowerCase();
  return [
    `<p>Our ${line} ${kind} is made to be used every day and to look better for it. ${family.material}.</p>`,
    `<ul><li>${family.material}</li><li>${family.care}</li><li>Packed without plastic</li></ul>`,
    `<p><strong>${line}</strong> is a small series by Glade Home: quiet shapes, honest materials.</p>`,
  ].join('\n');
}
