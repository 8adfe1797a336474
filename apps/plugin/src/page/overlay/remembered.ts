import { z } from 'zod/mini';
import type { DockPlace } from './dock-place.ts';

const Remembered = z.object({
  hidden: z.catch(z.array(z.string()), []),
  place: z.catch(z.nullable(z.object({ right: z.number(), bottom: z.number() })), null),
});
export type Remembered = z.infer<typeof Remembered>;

const hostsMax = 200;

/** Loads the person's settings of the button: its position, and the sites on which it is hidden. */
export async function recall(): Promise<Remembered> {
  try {
    const { overlay } = await chrome.storage.sync.get('overlay');
    return z.parse(Remembered, overlay ?? {});
  } catch {
    return { hidden: [], place: null };
  }
}

export async function rememberPlace(place: DockPlace): Promise<void> {
  await remember((now) => ({ ...now, place }));
}

export async function rememberHidden(host: string, hidden: boolean): Promise<void> {
  await remember((now) => {
    const others = now.hidden.filter((one) => one !== host);
    return { ...now, hidden: hidden ? [host, ...others].slice(0, hostsMax) : others };
  });
}

async function remember(change: (now: Remembered) => Remembered): Promise<void> {
  try {
    await chrome.storage.sync.set({ overlay: change(await recall()) });
  } catch {
    // Without storage, the setting lasts for this page only.
  }
}
