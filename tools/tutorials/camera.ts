import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';

export const size = { width: 1280, height: 720 } as const;

/** One image of a film and how long it is shown. */
export interface Frame {
  file: string;
  seconds: number;
}

/**
 * Takes a film's frames from Chromium's screencast
 * (https://chromedevtools.github.io/devtools-protocol/tot/Page/#method-startScreencast). The film's time is independent
 * of the clock: each frame gets its duration in seconds, so that a busy machine makes the same film.
 */
export class Camera {
  readonly frames: Frame[] = [];
  readonly #page: Page;
  readonly #folder: string;
  #latest: Buffer | null = null;
  #count = 0;
  #live: Buffer[] | null = null;
  #written: Buffer | null = null;

  private constructor(page: Page, folder: string) {
    this.#page = page;
    this.#folder = folder;
  }

  static async start(page: Page, folder: string): Promise<Camera> {
    mkdirSync(folder, { recursive: true });
    const camera = new Camera(page, folder);
    const session = await page.context().newCDPSession(page);
    session.on('Page.screencastFrame', ({ data, sessionId }) => camera.#take(session, data, sessionId));
    await session.send('Page.startScreencast', {
      format: 'png',
      maxWidth: size.width,
      maxHeight: size.height,
    });
    return camera;
  }

  #take(session: CDPSession, data: string, sessionId: number): void {
    this.#latest = Buffer.from(data, 'base64');
    this.#count += 1;
    this.#live?.push(this.#latest);
    // The page may be closed by then, which ends the screencast.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  }

  /**
   * Waits until a change of the page has arrived as a frame; with a time limit, because some changes are not visible.
   */
  async changed(change: () => Promise<void>, atMost = 700): Promise<void> {
    const before = this.#count;
    await change();
    const end = Date.now() + atMost;
    while (this.#count === before && Date.now() < end) {
      await this.#page.waitForTimeout(15);
    }
  }

  /** Waits until the page has stopped changing, at most five seconds. */
  async still(): Promise<void> {
    const end = Date.now() + 5000;
    let [seen, since] = [this.#count, Date.now()];
    while (Date.now() - since < 450 && Date.now() < end) {
      await this.#page.waitForTimeout(30);
      if (this.#count !== seen) {
        [seen, since] = [this.#count, Date.now()];
      }
    }
  }

  /** Shows the page in its current state for this many seconds. */
  hold(seconds: number): void {
    if (this.#latest === null) {
      throw new Error('Chromium has sent no frame yet.');
    }
    this.#show(this.#latest, seconds);
  }

  /** Shows what happens during the work, in this many seconds of the film, however long the work takes. */
  async during(seconds: number, work: () => Promise<void>): Promise<void> {
    this.#live = [];
    await work();
    await this.still();
    const live = this.#live;
    this.#live = null;
    const most = Math.min(live.length, Math.floor(seconds * 6));
    // Half of the time is for the result.
    for (let index = 0; index < most; index += 1) {
      const frame = live[Math.floor((index * live.length) / most)];
      if (frame !== undefined) {
        this.#show(frame, seconds / 2 / most);
      }
    }
    this.hold(most === 0 ? seconds : seconds / 2);
  }

  #show(image: Buffer, seconds: number): void {
    const last = this.frames.at(-1);
    if (last !== undefined && this.#written?.equals(image)) {
      last.seconds += seconds;
      return;
    }
    const file = join(this.#folder, `${String(this.frames.length).padStart(5, '0')}.png`);
    writeFileSync(file, image);
    this.#written = image;
    this.frames.push({ file, seconds });
  }
}
