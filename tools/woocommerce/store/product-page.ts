import { textOf } from '../judge.ts';

/** Returns the choices on a product's page: the values of each attribute, by its key, in display order. */
export async function shownValues(address: string): Promise<Map<string, string[]>> {
  const answer = await fetch(address);
  const page = await answer.text();
  const lists = page.matchAll(
    /<select[^>]*\bid="(?<key>[^"]+)"[^>]*data-attribute_name[^>]*>(?<list>.*?)<\/select>/gs,
  );
  return new Map(
    [...lists].map(({ groups }) => [
      groups?.key ?? '',
      [...(groups?.list ?? '').matchAll(/<option value="[^"]+"[^>]*>(.*?)<\/option>/gs)].map(
        ([, text = '']) => textOf(text),
      ),
    ]),
  );
}
