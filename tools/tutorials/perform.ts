import type { Language } from '@bowerbird/contract/account/account';
import type { Locator, Page } from '@playwright/test';
import type { Camera } from './camera.ts';
import { size } from './camera.ts';
import type { Action, ConsoleText, Film, Place, Typed } from './film.ts';
import { placeCaption, placePointer, showCaption } from './overlay.ts';
import { moveSeconds, pressSeconds, typeSeconds } from './timing.ts';

export interface Performance {
  page: Page;
  camera: Camera;
  language: Language;
  write(text: ConsoleText): string;
  /** Returns the text to type for an address of the practice shop. */
  typed(text: Typed): string;
  /** Called after each shot, with what the page shows. */
  onShot(visibleText: string): void;
}

/** Height at the bottom of the page that a caption may cover. */
const captionHeight = 140;
const moveImages = 8;
const typeImages = 7;

/** Performs a film's script on the page and takes its frames. */
export async function perform(film: Film, performance: Performance): Promise<void> {
  const { page, camera, language } = performance;
  let pointer = { x: size.width * 0.62, y: size.height * 0.55 };
  const keepClear = ({ y, height }: { y: number; height: number }) =>
    placeCaption(page, y + height > size.height - captionHeight ? 'top' : 'bottom');
  const move = async (place: Place): Promise<Locator> => {
    const target = locate(page, place, performance);
    await target.waitFor();
    await target.scrollIntoViewIfNeeded();
    await camera.still();
    const box = await target.boundingBox();
    if (box === null) {
      throw new Error(`${JSON.stringify(place)} has no place on the page.`);
    }
    const to = { x: box.x + Math.min(box.width / 2, 160), y: box.y + Math.min(box.height / 2, 90) };
    await keepClear(box);
    for (let step = 1; step <= moveImages; step += 1) {
      const part = eased(step / moveImages);
      const at = { x: mix(pointer.x, to.x, part), y: mix(pointer.y, to.y, part) };
      await camera.changed(() => placePointer(page, at.x, at.y, false));
      camera.hold(moveSeconds / moveImages);
    }
    // Makes hover effects below the pointer visible, too.
    await page.mouse.move(to.x, to.y);
    pointer = to;
    return target;
  };
  const press = async (target: Locator): Promise<void> => {
    await camera.changed(() => placePointer(page, pointer.x, pointer.y, true));
    camera.hold(pressSeconds);
    await target.click();
    await placePointer(page, pointer.x, pointer.y, false);
  };
  const act = async (action: Action): Promise<void> => {
    if (action.do === 'await') {
      await camera.during(action.seconds, async () => {
        const target = locate(page, action.at, performance);
        await target.waitFor();
        const box = await target.boundingBox();
        if (box !== null && box.y < size.height) {
          await keepClear(box);
        }
      });
      return;
    }
    const target = await move(action.at);
    if (action.do === 'point') {
      return;
    }
    await press(target);
    if (action.do === 'type') {
      const words = performance.typed(action.text);
      for (let step = 1; step <= typeImages; step += 1) {
        const part = words.slice(0, Math.ceil((words.length * step) / typeImages));
        await camera.changed(() => target.fill(part));
        camera.hold(typeSeconds / typeImages);
      }
    }
    await camera.still();
  };

  await placePointer(page, pointer.x, pointer.y, false);
  for (const { caption, actions, stays } of film.shots) {
    await showCaption(page, caption[language]);
    await camera.still();
    // Time to read the caption before looking at the screen.
    camera.hold(stays / 2);
    for (const action of actions) {
      await act(action);
    }
    await camera.still();
    camera.hold(stays / 2);
    performance.onShot(await page.locator('body').innerText());
  }
}

function locate(page: Page, place: Place, { write }: Performance): Locator {
  const within = place.inMain === true ? page.getByRole('main') : page.locator('body');
  if ('text' in place) {
    return within.getByText(write(place.text), { exact: true }).first();
  }
  if ('holds' in place) {
    return within.getByRole('row').filter({ hasText: place.holds }).first();
  }
  if (!('name' in place)) {
    return within.getByRole(place.role).first();
  }
  const name = write(place.name);
  return within
    .getByRole(place.role, place.begins === true ? { name: beginning(name) } : { name, exact: true })
    .first();
}

function beginning(name: string): RegExp {
  return new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`);
}

const mix = (from: number, to: number, part: number) => from + (to - from) * part;
const eased = (part: number) => part * part * (3 - 2 * part);
