import type { PlatformInfo } from '@bowerbird/contract/platforms';
import { listPlatforms } from '@bowerbird/contract/platforms';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from './call.ts';
import type { Text } from './text.ts';
import { useText } from './text.ts';

const none: PlatformInfo[] = [];

/** Every platform the server knows, in its order; empty until it has answered. */
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

/** What a platform is called here: by its own name everywhere, but for the one that is no platform at all. */
export function platformName(text: Text, { id, name }: Pick<PlatformInfo, 'id' | 'name'>): string {
  return text.named(`platforms.name.${id}`, undefined, name);
}

export function usePlatform(id: string | null): PlatformInfo | null {
  const platforms = usePlatforms();
  return useMemo(() => platforms.find((platform) => platform.id === id) ?? null, [platforms, id]);
}
