import type { PlatformInfo } from '@bowerbird/contract/collect/platforms';
import { listPlatforms } from '@bowerbird/contract/collect/platforms';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../api/call.ts';
import type { Text } from '../text/text.ts';
import { useText } from '../text/text.ts';

const none: PlatformInfo[] = [];

/** Returns every platform that the server supports, in its order; empty until loaded. */
export function usePlatforms(): PlatformInfo[] {
  const { data } = useQuery({
    queryKey: ['platforms'],
    queryFn: ({ signal }) => call(listPlatforms, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const text = useText();
  return useMemo(
    () => (data ?? none).map((platform) => ({ ...platform, name: platformName(text, platform) })),
    [data, text],
  );
}

/** Returns a platform's name: its own name in every language, except for the entry of shops without a platform. */
export function platformName(text: Text, { id, name }: Pick<PlatformInfo, 'id' | 'name'>): string {
  return text.named(`platforms.name.${id}`, undefined, name);
}

export function usePlatform(id: string | null): PlatformInfo | null {
  const platforms = usePlatforms();
  return useMemo(() => platforms.find((platform) => platform.id === id) ?? null, [platforms, id]);
}

/** Returns what a shop of a platform is called: `Shopify 店铺`; in its own words where the platform is not known. */
export function usePlatformShop(id: string): string {
  const text = useText();
  const name = usePlatform(id)?.name ?? id;
  return id === 'unknown'
    ? text('collect.recognised.unknown')
    : text('collect.recognised.platform', { name });
}
